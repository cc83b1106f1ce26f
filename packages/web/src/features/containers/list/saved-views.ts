import type { SavedView } from "@offgrid/contract/users/users.schema";

import { type ListQuery, readListQuery } from "../list-choices.ts";

/** As many as a person can keep. */
export const mostViews = 50;

/** Is a name taken by another view, whatever its case? */
export function isNameUsed(views: readonly SavedView[], name: string, own?: string): boolean {
  const plain = name.trim().toLocaleLowerCase();
  return views.some((view) => view.name !== own && view.name.toLocaleLowerCase() === plain);
}

/** With a view put in the place of the one of that name, or at the end. */
export function withView(views: readonly SavedView[], name: string, query: ListQuery): SavedView[] {
  const view = { name: name.trim(), search: { ...query } as SavedView["search"] };
  const place = views.findIndex((known) => known.name === view.name);
  return place === -1 ? [...views, view] : views.with(place, view);
}

export function withName(views: readonly SavedView[], name: string, next: string): SavedView[] {
  return views.map((view) => (view.name === name ? { ...view, name: next.trim() } : view));
}

/** Does the list look as a view says? */
export function isView({ search }: SavedView, query: ListQuery): boolean {
  const keep = (one: ListQuery) => JSON.stringify(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)));
  return keep(readListQuery(search)) === keep(query);
}

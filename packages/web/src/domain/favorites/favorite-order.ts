/** A change of one favourite, as the call takes it. */
export interface FavoriteChange {
  containerId: string;
  favorite: boolean;
  /** The favourite to put it before; null: at the end. Absent: it keeps its place, a new one goes to the end. */
  before?: string | null;
}

/** The favourites after a change, as the portal will answer. */
export function withFavorite(ids: readonly string[], { containerId, favorite, before }: FavoriteChange): string[] {
  const others = ids.filter((id) => id !== containerId);
  if (!favorite) return others;
  if (before === undefined && ids.includes(containerId)) return [...ids];
  const place = typeof before === "string" ? others.indexOf(before) : -1;
  return place === -1 ? [...others, containerId] : others.toSpliced(place, 0, containerId);
}

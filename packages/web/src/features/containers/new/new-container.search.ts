import { type SearchParams, choiceParam, textParam } from "../../../core/search-params.ts";

/** The steps of the form in their order. */
export const steps = ["device", "name", "place", "network", "people", "review"] as const;
export type Step = (typeof steps)[number];

/** What the page shows; all absent: the form where it was left. */
export interface NewContainerSearch {
  /** Of the form. */
  step?: Step;
  /** Id of a container that was registered: its first contact. */
  container?: string;
}

export function newContainerSearch(given: SearchParams): NewContainerSearch {
  return { ...choiceParam(given, "step", steps), ...textParam(given, "container", 64) };
}

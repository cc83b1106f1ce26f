import { type SearchParams, choiceParam, pageParam, textParam } from "../../core/search-params.ts";

/** States that the list can be narrowed to; the three of a command that is not over are one here. */
export const stateChoices = ["open", "done", "failed", "refused", "expired", "cancelled", "unknown"] as const;
export const periodChoices = ["today", "7_days", "30_days"] as const;

/** Which commands are shown; absent: all, the newest page. */
export interface CommandsSearch {
  /** Id of the container. */
  container?: string;
  state?: (typeof stateChoices)[number];
  /** Id of the person who gave them. */
  person?: string;
  /** Days up to today in the zone of the browser. */
  period?: (typeof periodChoices)[number];
  /** Id of the group command that is shown beside the list. */
  group?: string;
  /** From 2. */
  page?: number;
}

export function commandsSearch(given: SearchParams): CommandsSearch {
  return {
    ...textParam(given, "container", 64),
    ...choiceParam(given, "state", stateChoices),
    ...textParam(given, "person", 64),
    ...choiceParam(given, "period", periodChoices),
    ...textParam(given, "group", 64),
    ...pageParam(given),
  };
}

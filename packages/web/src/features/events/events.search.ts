import { eventLevels, type EventLevel } from "@offgrid/contract/notifications/notification-types";

import { type SearchParams, choiceParam, instantParam, pageParam, textParam } from "../../core/search-params.ts";

/** What beside what the person was notified of can be shown: what of it is not read, or whatever happened. */
export const eventScopes = ["unread", "all"] as const;
export const eventPeriods = ["today", "7_days", "30_days"] as const;

/** What events can be about, by the first word of their codes. */
export const eventSubjects = [
  "output",
  "protection",
  "load",
  "battery",
  "generator",
  "sensor",
  "door",
  "link",
  "command",
  "lock",
  "automation",
  "config",
  "upgrade",
  "reboot",
  "works",
  "warning",
] as const;

/** Which events are shown; absent: those that the person was notified of, the newest page. */
export interface EventsSearch {
  /** Id of the container. */
  container?: string;
  show?: (typeof eventScopes)[number];
  about?: (typeof eventSubjects)[number];
  level?: EventLevel;
  /** Days up to today in the zone of the browser. */
  period?: (typeof eventPeriods)[number];
  /** Within an hour of this instant, epoch ms, in the place of a period. */
  around?: number;
  /** Id of the event that is shown beside the list. */
  event?: string;
  /** From 2. */
  page?: number;
}

export function eventsSearch(given: SearchParams): EventsSearch {
  return {
    ...textParam(given, "container", 64),
    ...choiceParam(given, "show", eventScopes),
    ...choiceParam(given, "about", eventSubjects),
    ...choiceParam(given, "level", eventLevels),
    ...choiceParam(given, "period", eventPeriods),
    ...instantParam(given, "around"),
    ...textParam(given, "event", 64),
    ...pageParam(given),
  };
}

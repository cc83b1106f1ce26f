import { addCalendar, startOf } from "../../core/time.ts";
import type { CommandsSearch } from "./commands.search.ts";

const daysBefore = { today: 0, "7_days": 6, "30_days": 29 } as const;

/** The filter of the call, from the parameters in the address. It is the same all day long. */
export function filterOf({ container, state, person, period }: CommandsSearch, now: number, zone: string) {
  const since = period && addCalendar(startOf("day", now, zone), -daysBefore[period], "day", zone);
  return {
    ...(container === undefined ? {} : { containerId: container }),
    ...(state === undefined ? {} : { state }),
    ...(person === undefined ? {} : { userId: person }),
    ...(since === undefined ? {} : { since: new Date(since).toISOString() }),
  };
}

import { addCalendar, parseIsoDay } from "../../core/time.ts";
import { actionsIn, type AuditSearch } from "./audit.search.ts";

/** The request to the portal, from the parameters in the address; it includes the whole last day. */
export function queryOf({ search, from, to, action, person, container, result }: AuditSearch, zone: string) {
  const actions = actionsIn({ action });
  const fromMs = from === undefined ? undefined : parseIsoDay(from, zone);
  const lastMs = to === undefined ? undefined : parseIsoDay(to, zone);
  return {
    ...(search === undefined ? {} : { search }),
    filter: {
      ...(fromMs === undefined ? {} : { from: new Date(fromMs).toISOString() }),
      ...(lastMs === undefined ? {} : { to: new Date(addCalendar(lastMs, 1, "day", zone)).toISOString() }),
      ...(actions.length === 0 ? {} : { actions }),
      ...(person === undefined ? {} : { userId: person }),
      ...(container === undefined ? {} : { target: container }),
      ...(result === undefined ? {} : { result }),
    },
  };
}

import { eventWordsIn } from "@offgrid/contract/events/event-catalogue";
import { eventText } from "@offgrid/contract/events/event-text";
import { sql } from "kysely";

import { nameOfOutput, nameOfUser } from "../../core/db.ts";

/** What is said of an event, to whoever reads of it. */
export interface EventFacts {
  /** Null: it concerns a person, and no container. */
  containerId: string | null;
  containerName: string | null;
  code: string;
  level: "info" | "warning" | "critical";
  device: string | null;
  /** What people call the output that it is about; null: nobody has named it, or it is about something else. */
  outputName: string | null;
  data: Record<string, unknown>;
  /** Null: the event does not say who did it. */
  byId: string | null;
  /** Only where the portal itself knows who did it: a controller could write any id. */
  byName: string | null;
  /** Of an emergency run: why, in the words of whoever asked for it; null: it is another event. */
  givenReason: string | null;
  at: Date;
}

/** The command that let the event's output run in an emergency, if the event says so: a controller could write any name and reason. */
const runOfEvent = sql`(select k.args -> 'emergency' ->> 'reason' as reason, ${nameOfUser} as by_name
  from command k left join app_user u on u.id = k.user_id
  where e.code = 'output.changed' and e.data ->> 'reason' = 'emergency' and k.container_id = e.container_id
    and k.target = e.device and k.kind = 'switch' and k.user_id = e.data ->> 'by' and k.args ? 'emergency'
  order by k.created_at desc, k.id desc limit 1)`;

/** Who switched the output by hand, if the event names them: whoever never switched it has not. */
const switchOfEvent = sql`(select ${nameOfUser} as by_name from command k join app_user u on u.id = k.user_id
  where e.code = 'output.changed' and e.boot is not null and k.container_id = e.container_id and k.target = e.device
    and k.kind = 'switch' and k.user_id = e.data ->> 'by' and k.created_at < e.at + interval '1 minute'
  order by k.created_at desc, k.id desc limit 1)`;

/** The columns of `EventFacts`, of the event `e` in the container `c`, if it has one, beside `eventJoins`. */
export const eventFacts = sql`e.container_id, c.name as container_name, e.code, e.level, e.device, e.data, e.at,
  ${nameOfOutput(sql`e.container_id`, sql`e.device`)} as output_name, e.data ->> 'by' as by_id,
  coalesce(run.by_name, switched.by_name, ${nameOfUser}) as by_name, run.reason as given_reason`;

export const eventJoins = sql`left join app_user u on e.boot is null and u.id = e.data ->> 'by'
  left join lateral ${runOfEvent} run on true
  left join lateral ${switchOfEvent} switched on true`;

const english = eventWordsIn("en", "UTC");

/** A sentence about an event, with its container, for programs, which have no words of their own. */
export function contentOf(event: Omit<EventFacts, "containerId" | "at">): string {
  const { containerName, givenReason, code, level, device, outputName, data } = event;
  return eventText(english, {
    ...{ code, level, device, outputName, data, by: doerOf(event) },
    ...(containerName !== null && { containerName }),
    ...(givenReason !== null && { givenReason }),
  });
}

/** Who did it, as answers and messages have it. */
export function doerOf({ byId, byName }: Pick<EventFacts, "byId" | "byName">) {
  return byId === null ? null : { userId: byId, name: byName };
}

import { type RawBuilder, sql } from "kysely";

import { reachedScope } from "../../calls/scope.ts";
import type { Db } from "../../core/db.ts";
import type { MessageItem } from "./message.ts";

/** What channels have said of warnings, as it was then: warnings go from incident to incident, and that is no news. */

export const rankOf = (severity: RawBuilder<unknown>) =>
  sql`array_position(array['info', 'warning', 'critical'], ${severity})`;

/** What joined just before a message was put into words may not stand in it: it is told rather twice than never. */
const doubtfulMs = 10_000;

/**
 * Whether a channel has said of the warning `w`, a member `m` of an incident, that it began, as grave as it is; wherever it
 * was then.
 * @param but A delivery that does not count.
 */
export const hasSaid = (channelId: RawBuilder<unknown>, but: RawBuilder<unknown> = sql`null::bigint`) => sql`exists (
  select from (select m.incident_id, m.joined_at, 'infinity'::timestamptz as left_at
      union all select p.incident_id, p.joined_at, p.left_at from incident_past p where p.warning_id = m.warning_id) as stay
    join delivery said on said.channel_id = ${channelId} and said.said_of = stay.incident_id and said.is_maybe_said
      and said.kind <> 'cleared' and said.id is distinct from ${but}
  where said.worded_at >= stay.joined_at + ${doubtfulMs} * interval '1 millisecond' and said.worded_at < stay.left_at
    and ${rankOf(sql`said.severity`)} >= ${rankOf(sql`w.severity`)})`;

interface Asked {
  incidentId: RawBuilder<unknown>;
  channelId: RawBuilder<unknown>;
  userId: RawBuilder<unknown>;
  but?: RawBuilder<unknown>;
}

/**
 * Whether an incident has nothing that is new to a channel's person, as far as they see it: it was only put together from, or
 * taken out of, what they were told of, or they did that themselves.
 */
export const isNothingNew = ({ incidentId, channelId, userId, but }: Asked) => {
  const seen = sql`from incident_member m join warning w on w.id = m.warning_id
    join ${reachedScope} s on s.container_id = w.container_id and s.user_id = ${userId}
    where m.incident_id = ${incidentId} and w.cleared_at is null`;
  return sql`(exists (select ${seen} and (m.seen_by <> '{}' or exists (
      select from incident_past p where p.warning_id = m.warning_id)))
    and not exists (select ${seen} and coalesce((m.seen_by ->> ${userId})::int, 0) < ${rankOf(sql`w.severity`)}
      and not ${hasSaid(channelId, but)}))`;
};

/** What these say is kept as it is said. */
export async function noteWords(tx: Db, items: readonly MessageItem[]): Promise<void> {
  const said = items.flatMap(({ deliveryId, warnings: [first], containers }) => {
    if (!first) return [];
    const { content, containerId, containerName } = first;
    return [{ id: deliveryId, about: JSON.stringify({ content, containerId, containerName, containers }) }];
  });
  if (said.length === 0) return;
  await sql`update delivery d set about = s.about::jsonb
    from unnest(${said.map(({ id }) => id)}::bigint[], ${said.map(({ about }) => about)}::text[]) as s (id, about)
    where d.id = s.id`.execute(tx);
}

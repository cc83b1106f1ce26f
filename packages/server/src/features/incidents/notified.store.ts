import type { ChannelKind } from "@offgrid/contract/channels/channel-kinds";
import { newsKinds } from "@offgrid/contract/incidents/incident-types";
import { sql } from "kysely";

import type { Viewer } from "../../calls/scope.ts";
import { type Db, nameOfUser } from "../../core/db.ts";

/** Who was told what of an incident outside the portal. */

const most = 1_000;

export interface NotifiedRow {
  /** As the incident was called when it became news: a part of it by now. */
  newsOf: string;
  kind: string;
  at: Date;
  userId: string;
  name: string | null;
  channels: ChannelKind[];
}

/** Oldest first. @param isWhole False: the person learns only what they were told themself. */
export async function listNotified(
  db: Db,
  viewer: Viewer,
  incidentId: string,
  isWhole: boolean,
): Promise<NotifiedRow[]> {
  const { rows } = await sql<NotifiedRow>`
    select d.news_of, d.kind, d.created_at as at, d.user_id, max(${nameOfUser}) as name,
      array_agg(distinct d.channel_kind) as channels
    from delivery d join app_user u on u.id = d.user_id
    where d.incident_id = ${incidentId} and d.is_maybe_said and not d.is_carried and d.news_of is not null
      and d.kind = any(${[...newsKinds]}::text[]) and (${isWhole} or d.user_id = ${viewer.userId})
    group by d.news_of, d.kind, d.created_at, d.user_id order by d.created_at, name, d.user_id limit ${most}`.execute(
    db,
  );
  return rows;
}

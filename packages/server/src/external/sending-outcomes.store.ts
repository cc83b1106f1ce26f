import type { SendProblem } from "@offgrid/contract/channels/channel-kinds";
import {
  sendingProblems,
  type SendingProblem,
  type SendingService,
  sendingServices,
} from "@offgrid/contract/settings/sending-services";
import { sql } from "kysely";

import { type Db, toTime } from "../core/db.ts";

/** What came of the last messages by the services that the portal sends with, of whichever process. */

export interface SendingOutcome {
  service: SendingService;
  doneAt: Date | null;
  /** Null: nothing has failed since the last one that went out. */
  failedAt: Date | null;
  problem: SendingProblem | null;
}

/** Keeps what came of a message, or of a test. @param problem Undefined: it went out; one that says nothing of the service is not kept. */
export async function noteSending(
  db: Db,
  service: SendingService,
  problem: SendProblem | undefined,
  nowMs: number,
): Promise<void> {
  if (problem !== undefined && !sendingProblems.some((one) => one === problem)) return;
  const [doneAt, failedAt] = problem === undefined ? [toTime(nowMs), null] : [null, toTime(nowMs)];
  await sql`insert into sending_outcome as known (service, done_at, failed_at, problem)
    values (${service}, ${doneAt}, ${failedAt}, ${problem ?? null})
    on conflict (service) do update set done_at = coalesce(excluded.done_at, known.done_at),
      failed_at = excluded.failed_at, problem = excluded.problem`.execute(db);
}

/** What was sent by another account or address says nothing of the present one. */
export async function forgetSending(tx: Db, service: SendingService): Promise<void> {
  await sql`delete from sending_outcome where service = ${service}`.execute(tx);
}

/** Of each service, in their order; with nulls for one that has not sent yet. */
export async function readSending(db: Db): Promise<SendingOutcome[]> {
  const { rows } = await sql<SendingOutcome>`select used.service, done_at, failed_at, problem
    from unnest(${sendingServices}::text[]) with ordinality as used (service, place)
      left join sending_outcome using (service)
    order by used.place`.execute(db);
  return rows;
}

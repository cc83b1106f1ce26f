import type { SendingField, SendingService } from "@offgrid/contract/settings/sending-services";
import { sendingServices } from "@offgrid/contract/settings/sending-services";
import { sql } from "kysely";

import type { Db } from "../../core/db.ts";
import type { SecretBox } from "../../core/secret-box.ts";
import { faultsOfValues, removed, type Sending, sendingOf, type SendingValues } from "../../config/config.sending.ts";

/** What people set instead of what the environment has to send with (`sending_service`), under the portal's key. */

export interface KeptService {
  /** Undefined: they removed it, or it cannot be read any more. */
  values: SendingValues | undefined;
  /** When a secret was given, epoch ms. */
  givenMs: Partial<Record<SendingField, number>>;
  changedAt: Date;
}
export type KeptServices = ReadonlyMap<SendingService, KeptService>;

const purposeOf = (service: SendingService) => `sending ${service}`;

export async function readKept(db: Db, box: SecretBox): Promise<KeptServices> {
  const { rows } = await sql<{ service: SendingService; sealed: Buffer | null; changedAt: Date }>`
    select service, sealed, changed_at from sending_service where service = any(${sendingServices})`.execute(db);
  return new Map(rows.map(({ service, sealed, changedAt }) => [service, opened(box, service, sealed, changedAt)]));
}

/** What this version cannot use any more sends nothing, rather than by what somebody had replaced. */
function opened(box: SecretBox, service: SendingService, sealed: Buffer | null, changedAt: Date): KeptService {
  if (sealed === null) return { values: undefined, givenMs: {}, changedAt };
  const { values, givenMs } = JSON.parse(box.open(sealed, purposeOf(service))) as Pick<KeptService, "givenMs"> & {
    values: SendingValues;
  };
  const isFine = Object.keys(faultsOfValues(service, values)).length === 0;
  return { values: isFine ? values : undefined, givenMs, changedAt };
}

/** What holds instead of what the environment has. */
export function changedSending(kept: KeptServices, usual: Sending): Partial<Sending> {
  const parts = [...kept].map(([service, { values }]) =>
    values === undefined ? removed[service] : sendingOf(service, values, usual),
  );
  return Object.assign({}, ...parts) as Partial<Sending>;
}

/** @param kept Without values: it is removed. */
export async function keep(tx: Db, box: SecretBox, service: SendingService, kept: KeptService): Promise<void> {
  const { values, givenMs, changedAt } = kept;
  const sealed = values === undefined ? null : box.seal(JSON.stringify({ values, givenMs }), purposeOf(service));
  await sql`insert into sending_service (service, sealed, changed_at) values (${service}, ${sealed}, ${changedAt})
    on conflict (service) do update set sealed = excluded.sealed, changed_at = excluded.changed_at`.execute(tx);
}

export async function forget(tx: Db, service: SendingService): Promise<void> {
  await sql`delete from sending_service where service = ${service}`.execute(tx);
}

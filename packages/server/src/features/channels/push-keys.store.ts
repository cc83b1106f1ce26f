import { sql } from "kysely";

import type { Db } from "../../core/db.ts";
import type { SecretBox } from "../../core/secret-box.ts";
import { makePushKeys, type PushKeys } from "./web-push.ts";

const purpose = "push key";

/** The portal's key pair: made once, by whoever asks first, and kept under the portal's key. */
export async function pushKeys(db: Db, box: SecretBox): Promise<PushKeys> {
  const read = async () => {
    const { rows } = await sql<{ publicKey: string; privateSealed: Buffer }>`
      select public_key, private_sealed from push_key`.execute(db);
    return rows[0];
  };
  const known = await read();
  if (known) return { publicKey: known.publicKey, privateKey: box.open(known.privateSealed, purpose) };
  const { publicKey, privateKey } = makePushKeys();
  await sql`insert into push_key (public_key, private_sealed) values (${publicKey}, ${box.seal(privateKey, purpose)})
    on conflict do nothing`.execute(db);
  // Of two that were made at once, the first counts.
  const kept = await read();
  if (!kept) throw new Error("the key for push messages was not kept");
  return { publicKey: kept.publicKey, privateKey: box.open(kept.privateSealed, purpose) };
}

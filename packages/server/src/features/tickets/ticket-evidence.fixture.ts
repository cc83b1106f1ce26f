import { unzipSync } from "fflate";
import { expect, vi } from "vitest";

import { type Actor, thePortal } from "../../testing/cast.ts";
import { inTime } from "../incidents/raised.fixture.ts";

/** Evidence packs as people receive them. For tests only. */

/** The packs of a ticket as somebody sees them, once all are gathered. */
export async function packsOf(who: Actor, ticketId: string) {
  let { data } = await who.call("evidenceList", { ticketId });
  await vi.waitUntil(async () => {
    ({ data } = await who.call("evidenceList", { ticketId }));
    return data.length > 0 && data.every(({ takenAt }) => takenAt !== null);
  }, inTime);
  return data;
}

export async function filesOf(who: Actor, ticketId: string, packId: string) {
  const { api } = await thePortal();
  const answer = await fetch(`${api}/evidenceFile`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-auth-token": who.token, "x-user-id": who.userId },
    body: JSON.stringify({ ticketId, packId }),
  });
  expect(answer.status).toBe(200);
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  const texts = Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]));
  const json = (name: string) => JSON.parse(texts[`${name}.json`] ?? "null") as Record<string, never>;
  return { files, texts, json };
}

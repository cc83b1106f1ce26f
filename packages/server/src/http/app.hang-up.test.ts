import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";

import { pino } from "pino";
import { expect, onTestFinished, test, vi } from "vitest";

import * as sessions from "../features/session/session.store.ts";
import * as users from "../features/users/users.store.ts";
import { startTestPortal } from "../testing/test-portal.ts";

test("a caller who hangs up in the middle of a compressed answer causes no error in the portal", async () => {
  const lines: { level: number; msg: string }[] = [];
  let onCall = () => {};
  const write = (line: string) => {
    const entry = JSON.parse(line) as (typeof lines)[number];
    lines.push(entry);
    if (entry.msg === "call") onCall();
  };
  const log = pino({ level: "debug" }, { write });
  const portal = await startTestPortal({}, { log });
  onTestFinished(() => portal.stop());
  const { db, pool } = portal.database;
  await pool.query(`insert into container (id, name, serial_number, secret_hash)
    select 'c' || n, md5(n::text) || md5((n + 1)::text), 's' || n, '' from generate_series(1, 5000) n`);
  const person = { email: "ada@example.org", role: "admin", passwordHash: "none", firstName: "Ada" } as const;
  const id = (await users.insert(db, person)) as string;
  const { token } = await db.transaction().execute((tx) => sessions.openSession(tx, id, Date.now()));
  const headers = {
    "content-type": "application/json",
    "accept-encoding": "br",
    "x-auth-token": token,
    "x-user-id": id,
  };
  const ask = () => {
    const call = request(`${portal.api}/getSitesV2`, { method: "POST", headers });
    call.on("error", () => {});
    call.end("{}");
    return call;
  };
  const isNoticed = () => lines.some(({ msg }) => msg === "the caller disconnected before the end of the answer");
  // The answer is computed but not yet sent. It may still be written completely before the portal knows that nobody is
  // there, so this is repeated until an answer is cut off.
  while (!isNoticed()) {
    const call = ask();
    onCall = () => void call.destroy();
    await new Promise((resolve) => call.once("close", resolve));
    await vi.waitFor(() => expect(isNoticed()).toBe(true), { timeout: 1_000 }).catch(() => undefined);
  }
  onCall = () => {};
  // Others are answered as before.
  const [whole] = (await once(ask(), "response")) as [IncomingMessage];
  expect(whole.headers["content-encoding"]).toBe("br");
  whole.resume();
  await once(whole, "end");
  // 5,000 containers may take a busy machine more than a second, which is logged but is not an error.
  expect(lines.filter(({ level, msg }) => level >= 40 && msg !== "a call was slow")).toEqual([]);
});

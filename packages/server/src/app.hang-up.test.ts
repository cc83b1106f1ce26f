import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";

import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";

import * as sessions from "./features/session/session.store.ts";
import * as users from "./features/users/users.store.ts";
import { until } from "./features/telemetry/telemetry.fixture.ts";
import { startTestPortal } from "./testing/test-portal.ts";

test("a caller who hangs up in the middle of a compressed answer is no fault of the portal's", async () => {
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
  const call = ask();
  // The answer is known, and not yet on its way.
  onCall = () => void call.destroy();
  await until(() => lines.some(({ msg }) => msg === "the caller hung up before the end of the answer"));
  onCall = () => {};
  // Others are answered as before.
  const [whole] = (await once(ask(), "response")) as [IncomingMessage];
  expect(whole.headers["content-encoding"]).toBe("br");
  whole.resume();
  await once(whole, "end");
  expect(lines.filter(({ level }) => level >= 40)).toEqual([]);
});

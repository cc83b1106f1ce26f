import { pino } from "pino";

import { type DatabaseAddress, openDatabase } from "../../core/db.ts";
import { followRound } from "./follow-incidents.ts";
import { hold } from "./followed.store.ts";

/** For tests: a process that follows warnings and never commits, so that it can be killed in the middle. */
const [address, nowMs] = process.argv.slice(2);
const { db } = openDatabase(JSON.parse(address ?? "") as DatabaseAddress, pino({ level: "silent" }), 2);
await db.transaction().execute(async (tx) => {
  await hold(tx);
  await followRound(tx, Number(nowMs));
  process.stdout.write("at work\n");
  await new Promise<void>(() => setInterval(() => undefined, 60_000));
});

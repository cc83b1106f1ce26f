import { pino } from "pino";

import { type DatabaseAddress, openDatabase } from "../core/db.ts";
import { announced } from "./announcement.ts";
import { PostgresBus } from "./postgres.bus.ts";

/** For tests: a process that is killed as soon as its transaction is committed. */
const log = pino({ level: "silent" });
const database = openDatabase(JSON.parse(process.argv[2] ?? "") as DatabaseAddress, log, 2);
const bus = new PostgresBus(database, log);
await bus.start();
bus.subscribe("userEnded", () => process.kill(process.pid, "SIGKILL"));
await announced<void>(
  bus,
  (work) => database.db.transaction().execute(work),
  async (_, news) => news.add("userEnded", { userId: "amina" }),
);

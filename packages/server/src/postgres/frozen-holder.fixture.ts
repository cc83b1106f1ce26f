import { pino } from "pino";

import { systemClock } from "../core/clock.ts";
import { type DatabaseAddress, openDatabase } from "../core/db.ts";
import { RoleLease, type Tenure } from "./role-lease.ts";

/** For tests: a process that holds a role, so that it can be frozen, and reports what becomes of it. */
const [address, role] = process.argv.slice(2);
const log = pino({ level: "silent" });
const database = openDatabase(JSON.parse(address ?? "") as DatabaseAddress, log, 2);
const say = (line: string) => process.stdout.write(`${line}\n`);
let held: Tenure | undefined;
const lease = new RoleLease({
  database,
  clock: systemClock,
  log,
  role: role ?? "",
  onTaken: (tenure) => {
    held = tenure;
    say("taken");
  },
  onLost: () => {
    // As work that was under way when it was frozen would do.
    held
      ?.write(async (tx) => tx.insertInto("cluster").values({ id: "frozen", name: "Frozen" }).execute())
      .then(
        () => say("written"),
        () => say("refused"),
      );
  },
});
await lease.start();

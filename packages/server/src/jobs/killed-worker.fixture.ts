import { pino } from "pino";

import { type DatabaseAddress, openDatabase } from "../core/db.ts";
import { JobRunner } from "./job-runner.ts";

/** For tests: a process that claims a job and never finishes it, so that it can be killed in the middle. */
const [address, kind, leaseMs] = process.argv.slice(2);
const log = pino({ level: "silent" });
const { db } = openDatabase(JSON.parse(address ?? "") as DatabaseAddress, log, 2);
const endless = {
  name: kind ?? "",
  run: () => {
    process.stdout.write("at work\n");
    return new Promise<void>(() => undefined);
  },
};
new JobRunner({ db, log }, [endless], { leaseMs: Number(leaseMs) }).start();

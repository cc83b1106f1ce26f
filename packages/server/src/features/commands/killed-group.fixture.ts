import { pino } from "pino";

import { MemoryBus } from "../../bus/memory.bus.ts";
import { type DatabaseAddress, openDatabase } from "../../core/db.ts";
import { JobRunner } from "../../jobs/job-runner.ts";
import { groupJob } from "./command-groups.job.ts";

/**
 * For tests: a worker that gives the commands of groups and stands still in the transaction of one of them, so that it can
 * be killed there.
 */
const [address, nowMs, standsStillAt, leaseMs] = process.argv.slice(2);
const log = pino({ level: "silent" });
const { db } = openDatabase(JSON.parse(address ?? "") as DatabaseAddress, log, 2);
let looks = 0;
/** Each step of a group looks at the clock once. */
const clock = {
  now: () => {
    if (++looks === Number(standsStillAt)) {
      process.stdout.write("at work\n");
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    }
    return Number(nowMs);
  },
};
new JobRunner({ db, log }, [groupJob({ db, clock, log, bus: new MemoryBus(log) })], {
  leaseMs: Number(leaseMs),
}).start();

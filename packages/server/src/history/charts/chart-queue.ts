import type { Db } from "../../core/db.ts";
import { FairQueue, type FairQueueSize } from "../../core/fair-queue.ts";

const perProcess: FairQueueSize = { atOnce: 4, perPerson: 2, waiting: 200, waitingPerPerson: 40 };
const queues = new WeakMap<Db, FairQueue>();

/** This process's queue of charts, and of whatever is as heavy as one, for a database. */
export function chartQueueOf(db: Db): FairQueue {
  let queue = queues.get(db);
  if (!queue) queues.set(db, (queue = new FairQueue(perProcess)));
  return queue;
}

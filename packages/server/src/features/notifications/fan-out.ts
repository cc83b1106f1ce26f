import { announced } from "../../bus/announcement.ts";
import type { FeatureBase, Unsubscribe } from "../../calls/feature.ts";
import type { JobKind } from "../../jobs/job.ts";
import { Gathered } from "../../bus/gathered.ts";
import { notifyPeople } from "./fan-out.store.ts";

type Tools = Pick<FeatureBase, "bus" | "db" | "clock">;

/** What whoever stored an event did not see to any more is found so late. */
const everyMs = 2_000;
const perRound = 200;

/** Notifies people of all events that wait. */
export async function notifyAll({ bus, db, clock }: Tools, signal?: AbortSignal): Promise<void> {
  let count = perRound;
  while (count === perRound && !signal?.aborted) {
    count = await announced(
      bus,
      (whole) => db.transaction().execute(whole),
      async (tx, news) => {
        const eventIds = await notifyPeople(tx, clock.now(), perRound);
        if (eventIds.length > 0) news.add("peopleNotified", { eventIds });
        return eventIds.length;
      },
    );
  }
}

/** Notifies people as soon as an event is stored, or its warning has its incident, in the processes that have screens, until what it returns is called. */
export function notifyAtOnce(base: Tools & Pick<FeatureBase, "log">): Unsubscribe {
  const due = new Gathered<true>(base.log, 1, () => notifyAll(base));
  const begin = () => due.put("all", true);
  const ends = [base.bus.subscribe("eventRaised", begin), base.bus.subscribe("incidentsFollowed", begin)];
  return async () => {
    for (const end of ends) end();
    await due.idle();
  };
}

export function notificationsJob(base: Tools): JobKind {
  return { name: "notifications", everyMs, run: ({ signal }) => notifyAll(base, signal) };
}

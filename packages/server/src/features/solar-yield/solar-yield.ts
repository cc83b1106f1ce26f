import type { Clock } from "../../core/clock.ts";
import type { Db } from "../../core/db.ts";
import { dayMs, dayOf } from "../../history/quarter-hours.ts";
import { untilIdle } from "../../jobs/until-idle.ts";
import { curtailedHours, curtailedMetrics } from "../forecast/curtailed.ts";
import { readHourly } from "../forecast/history.store.ts";
import * as store from "./solar-yield.store.ts";

/**
 * Keeps what panels gave for their peak power in each hour, in which their battery did not hold them back: by it they are
 * compared with their neighbours. A day is computed once it is over, and again when readings of it come late.
 */

const hourMs = 3_600_000;
const hoursPerDay = 24;
/** As far back as rules are tried out, and what they look back at from there. */
const keptDays = 45;
const containersAtOnce = 20;

export async function followYields({ db, clock }: { db: Db; clock: Clock }, signal?: AbortSignal): Promise<void> {
  const today = dayOf(clock.now());
  const span = { fromDay: today - keptDays, toDay: today - 1 };
  await store.forgetBefore(db, span.fromDay);
  let after: string | undefined = "";
  while (after !== undefined && !signal?.aborted) {
    const due = await store.listDue(db, span, after, containersAtOnce);
    for (const one of due) {
      if (signal?.aborted) return;
      await store.saveYields(db, one, await yieldsOf(db, one));
      await untilIdle();
    }
    after = due.at(-1)?.containerId;
  }
}

async function yieldsOf(db: Db, { containerId, peakW, days }: store.DueYield): Promise<(number | null)[][]> {
  const [first, last] = [days[0]?.day ?? 0, days.at(-1)?.day ?? -1];
  // The hours beside a full one are held back in part.
  const fromMs = first * dayMs - hourMs;
  const toMs = (last + 1) * dayMs + hourMs;
  const { "solar.power": solar, ...battery } = await readHourly(
    db,
    containerId,
    ["solar.power", ...curtailedMetrics],
    fromMs,
    toMs,
  );
  const isHeldBack = curtailedHours(battery, solar.values.length);
  return days.map(({ day }) =>
    Array.from({ length: hoursPerDay }, (_, hour) => {
      const place = (day * dayMs - fromMs) / hourMs + hour;
      const power = solar.values[place] ?? Number.NaN;
      return Number.isNaN(power) || isHeldBack[place] ? null : Math.max(0, power) / peakW;
    }),
  );
}

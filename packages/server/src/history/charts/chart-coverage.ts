import type { Db } from "../../core/db.ts";
import { type MetricAsked, measuredOf } from "../energy/container-energy.ts";
import { type Asked, measuringOf, membersOf } from "./chart-plan.ts";

type Asking = Pick<Asked, "series" | "containers">;

/** Every metric that the series need, once for each container. */
export function sentMetrics({ series, containers }: Asking): MetricAsked[] {
  return [...containers.values()].flatMap((container) => {
    const metrics = new Set(membersOf(series, container.id).map(({ wanted }) => wanted.metric));
    return [...metrics].flatMap((metric) => {
      const slot = container.slots.get(metric);
      return slot === undefined ? [] : [{ container, slot }];
    });
  });
}

/** How long each metric was measured, ms, by the keys that `measuredKey` makes. */
export async function measuredTimes(
  db: Db,
  asked: readonly MetricAsked[],
  { range, untilMs, nowMs }: Pick<Asked, "range" | "untilMs" | "nowMs">,
): Promise<Map<string, number>> {
  const found = await measuredOf(db, asked, { fromMs: range.fromMs, toMs: untilMs }, nowMs);
  return new Map(asked.map(({ container, slot }, index) => [measuredKey(slot, container.id), found[index] ?? 0]));
}

export const measuredKey = (slot: number, containerId: string) => `${slot} ${containerId}`;

/** Share of a range that was measured, 0..1, of each series. */
export async function measuredShares(db: Db, asked: Omit<Asked, "isCoverageWanted">): Promise<number[]> {
  const { series, containers, range, untilMs } = asked;
  const times = await measuredTimes(db, sentMetrics(asked), asked);
  return series.map((one) => {
    const ms = one.containerIds.map((id) => {
      const slot = containers.get(id)?.slots.get(one.metric);
      return slot === undefined ? 0 : (times.get(measuredKey(slot, id)) ?? 0);
    });
    const mean = ms.reduce((sum, each) => sum + each, 0) / measuringOf(one, containers);
    return Math.min(1, mean / (untilMs - range.fromMs));
  });
}

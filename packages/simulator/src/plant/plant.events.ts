/** Dated facts that a controller reports when the plant goes from one moment to the next. */
import type { EventMessage } from "@offgrid/contract/telemetry/telemetry.schema";

import { cellVoltages } from "./battery.ts";
import type { PlantReading } from "./plant.ts";
import type { PlantState } from "./plant.state.ts";
import { cellDrift, isContactOpen } from "./plant.metrics.ts";
import type { PlantDesign } from "./plant.design.ts";
import { relayGroups } from "./relays.ts";

export interface PlantEvent {
  code: string;
  level: EventMessage["level"];
  device: string;
  data: Record<string, string | number>;
}

export interface PlantMoment {
  state: PlantState;
  reading: PlantReading;
}

/** Cell spread above which a battery monitor raises an alarm, and below which it clears it, mV. */
const spreadAlarmMv = 60;
const spreadFineMv = 35;

/** What a monitor remembers between two moments, so that it reports each thing once. */
export interface Watch {
  spreadAlarm: boolean;
}

export const newWatch: Watch = { spreadAlarm: false };

function spreadMv(design: PlantDesign, { state, reading }: PlantMoment): number {
  const cells = cellVoltages(
    design.battery,
    design.seed,
    state.storedWh,
    reading.battery,
    cellDrift(design, reading.atMs),
  );
  return 1000 * (Math.max(...cells) - Math.min(...cells));
}

/** Events of the step between two moments, in the order in which a reader wants them. */
export function plantEvents(
  design: PlantDesign,
  watch: Watch,
  before: PlantMoment,
  after: PlantMoment,
): { watch: Watch; events: PlantEvent[] } {
  const events: PlantEvent[] = [];
  if (before.state.generatorOn !== after.state.generatorOn) {
    events.push({
      code: after.state.generatorOn ? "generator.started" : "generator.stopped",
      level: "info",
      device: "generator",
      data: { soc: Math.round((100 * after.state.storedWh) / design.battery.capacityWh) },
    });
  }
  for (const [index, group] of relayGroups(design).entries()) {
    const was = before.state.shed.includes(group);
    const is = after.state.shed.includes(group);
    if (was !== is) {
      events.push({
        code: is ? "load.shed" : "load.restored",
        level: is ? "warning" : "info",
        device: `relay.${index + 1}`,
        data: { group },
      });
    }
  }
  if (design.faults?.looseContactMetrics) {
    const was = isContactOpen(design, before.reading.atMs);
    const is = isContactOpen(design, after.reading.atMs);
    if (was !== is) {
      events.push({
        code: is ? "sensor.lost" : "sensor.back",
        level: is ? "warning" : "info",
        device: "sensors",
        data: { metrics: design.faults.looseContactMetrics.join(", ") },
      });
    }
  }
  const spread = spreadMv(design, after);
  const spreadAlarm = spread > (watch.spreadAlarm ? spreadFineMv : spreadAlarmMv);
  if (spreadAlarm && !watch.spreadAlarm) {
    events.push({
      code: "battery.cell_spread",
      level: "warning",
      device: "battery",
      data: {
        spreadMv: Math.round(spread),
        ...(cellDrift(design, after.reading.atMs) && { cell: cellDrift(design, after.reading.atMs)?.cell }),
      },
    });
  }
  return { watch: { spreadAlarm }, events };
}

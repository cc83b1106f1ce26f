import type { ContainerInfoV4, ContainerRow } from "@offgrid/contract/containers/containers.schema";
import { rowMetrics, rowValues } from "@offgrid/contract/containers/row-metrics";

import { valueAt } from "../../domain/containers/container-facts.ts";

/**
 * What the list tells of a container, for the cards that need no more. What only its own page has is empty: devices, all
 * other values, data, and what is wrong with what it sends.
 */
export function infoFromRow(row: ContainerRow): ContainerInfoV4 {
  const values: ContainerInfoV4["values"] = {};
  for (const name of rowValues) {
    const value = row[name];
    const measuredMs = valueAt(row, name);
    if (value === null || measuredMs === undefined) continue;
    values[rowMetrics[name]] = { value, at: new Date(measuredMs).toISOString() };
  }
  return {
    ...row,
    uuid: null,
    createdAt: new Date(0).toISOString(),
    configVersion: null,
    devices: [],
    capabilities: [],
    values,
    energyToday: { solarWh: row.solarGeneration, loadWh: row.energyConsumption, coverage: 1 },
    quality: {
      clockOffsetS: null,
      clockSince: null,
      metricsRefusedAt: null,
      refused: 0,
      quarantined: 0,
      earliest: new Date(0).toISOString(),
      conflicts: 0,
    },
    dataToday: null,
    forecast: row.blackout,
    outputNames: {},
    pendingCommands: 0,
    plannedWorks: null,
    retiredReason: "",
  };
}

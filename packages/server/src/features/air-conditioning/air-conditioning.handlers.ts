import {
  acModes,
  type AcStatus,
  type airConditioningCalls,
} from "@offgrid/contract/air-conditioning/air-conditioning.calls";

import type { Handlers } from "../../calls/handler.ts";
import { mustSee } from "../../calls/scope.ts";
import { findAirConditioner } from "./air-conditioning.store.ts";

export const airConditioningHandlers: Handlers<typeof airConditioningCalls> = {
  getAcStatus: async ({ containerId }, { actor, db }) => {
    await mustSee(db, actor, containerId);
    const unit = await findAirConditioner(db, containerId);
    if (!unit) return { data: [] };
    const read = <Value>(name: string, valueOf: (read: number) => Value | undefined) => {
      const [number, atMs] = unit.values[`ac.${name}`] ?? [];
      const value = number === undefined ? undefined : valueOf(number);
      return value === undefined || atMs === undefined ? null : { value, at: new Date(atMs).toISOString() };
    };
    const same = (number: number) => number;
    const status: AcStatus = {
      id: unit.id,
      on: read("on", (number) => number !== 0),
      mode: read("mode", (number) => acModes[number]),
      power: read("power", same),
      setpoint: read("setpoint", same),
      temperature: read("temperature", same),
      fan: read("fan", same),
    };
    return { data: [status] };
  },
};

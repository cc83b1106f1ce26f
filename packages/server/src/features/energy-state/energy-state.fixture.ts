import { Now } from "../../core/now.ts";
import { type EnergyInputs, energyStateOf } from "./energy-state.ts";

export const nowMs = Date.UTC(2026, 10, 21, 12);
export const inHours = (hours: number) => new Date(nowMs + hours * 3_600_000);
export const healthy: EnergyInputs = {
  cutSince: null,
  cutAt: null,
  loadRuns: [],
  soc: 70,
  socAt: inHours(0),
  batteryPower: 0,
  everyS: 60,
  reserveSoc: 20,
  blackoutState: "safe",
  blackoutAt: null,
  countsOff: false,
  cutChance: null,
  cutEarlyAt: null,
  cutEarliestAt: null,
  staysAhead: false,
  backAt: null,
  back: null,
  partBackAt: null,
  lacks: null,
  wasCut: false,
  hasGenerator: false,
  stillOn: null,
  generator: null,
  generatorStart: null,
  cutOutputs: null,
  outputNames: null,
  switches: null,
  capacityWh: null,
  cutSoc: null,
  setReserveSoc: null,
  newestAt: inHours(0),
};
export const since = (hours: number) => ({ sinceMs: inHours(hours).getTime() });
export const stateOf = (inputs: Partial<EnergyInputs>) => energyStateOf({ ...healthy, ...inputs }, new Now(nowMs));

import type { Unit } from "./metrics.ts";

/** How the units in which quantities are kept are written; nothing for a count, a state or a switch. */
export const unitSymbols: Readonly<Record<Unit, string>> = {
  W: "W",
  Wh: "Wh",
  V: "V",
  mV: "mV",
  A: "A",
  percent: "%",
  degC: "°C",
  Hz: "Hz",
  s: "s",
  ms: "ms",
  bool: "",
  state: "",
  count: "",
  "W/m2": "W/m²",
  "m/s": "m/s",
  m: "m",
  deg: "°",
  dBm: "dBm",
  B: "B",
};

import { speedFactors } from "../telemetry/shown-units.ts";

/** Units in which files give what the portal stores in another: factors into the unit of the metric. */
export const unitFactors: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  W: { W: 1, kW: 1_000, MW: 1_000_000 },
  Wh: { Wh: 1, kWh: 1_000, MWh: 1_000_000 },
  V: { V: 1, mV: 0.001 },
  mV: { mV: 1, V: 1_000 },
  A: { A: 1, mA: 0.001 },
  Hz: { Hz: 1, kHz: 1_000 },
  s: { s: 1, min: 60, h: 3_600 },
  ms: { ms: 1, s: 1_000 },
  percent: { "%": 1, "0–1": 100 },
  degC: { "°C": 1 },
  B: { B: 1, kB: 1_000, MB: 1_000_000 },
  "m/s": { "m/s": 1, ...speedFactors },
  m: { m: 1, km: 1_000 },
};

const spellings: Readonly<Record<string, string>> = { percent: "%", pct: "%", c: "°C", degc: "°C", "°c": "°C" };
const known = [...new Set(Object.values(unitFactors).flatMap((units) => Object.keys(units)))];

/** The unit that a column's name ends with, as in "PV (kW)", "load_kw" or "SOC [%]"; undefined: none that is known. */
export function unitInName(name: string): string | undefined {
  const [, given = ""] = /[\s_([./]([a-zA-Z°%]{1,7}(?:\/[a-z]+)?)[)\]]?$/.exec(name) ?? [];
  const spelled = spellings[given.toLowerCase()] ?? given;
  if (known.includes(spelled)) return spelled;
  return known.find((unit) => unit.toLowerCase() === spelled.toLowerCase() && !isOtherPrefix(unit, spelled));
}

/** mW is not MW: where a large letter follows, the case of m is meant. */
function isOtherPrefix(unit: string, spelled: string): boolean {
  return /^[mM][A-Z]/.test(unit) && /^[mM][A-Z]/.test(spelled) && unit[0] !== spelled[0];
}

/** The name without such a unit. */
export function nameWithoutUnit(name: string): string {
  const bare = name.replace(/[\s_([./]+[a-zA-Z°%]{1,7}(?:\/[a-z]+)?[)\]]?$/, "");
  return unitInName(name) === undefined || bare === "" ? name : bare;
}

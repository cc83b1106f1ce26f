import { offValues } from "../commands/arbitrate.ts";
import type { WarningType } from "../warnings/warning-types.ts";

/** What a rule warns of and what a controller reports by itself may be one and the same: people read of it once. Pure. */

/** A report that came so much before a warning may say the same as it, ms. */
export const sameOutageMs = 2 * 3_600_000;

/** What a controller reports by itself. It may write any data. */
export interface Report {
  code: string;
  data: Readonly<Record<string, unknown>>;
}

interface Watched {
  type: WarningType;
  attributes: readonly string[];
}

const looksAt = (attributes: readonly string[], prefix: string) => attributes.some((name) => name.startsWith(prefix));
const isSilence = ({ type }: Watched) => type === "silent";

/** Loads are shed as the charge falls, or is going to. */
const isOfShedding = ({ type, attributes }: Watched) =>
  type === "forecast" || type === "cut" || (type !== "above" && attributes.includes("battery.soc"));

/** What people switch, and what draws too much, is news of its own. */
function isOfOff(condition: Watched, { value, reason, passed }: Report["data"]): boolean {
  if (!offValues.some((off) => off === value)) return false;
  if (reason === "equipment") return condition.type === "cut";
  const isForCharge = reason === "protection" || (reason === "phase_limit" && Object(passed).of === "charge");
  return isForCharge && isOfShedding(condition);
}

/** Codes of reports, each with the conditions that speak of the same thing. */
const reports: Readonly<Record<string, (condition: Watched, data: Report["data"]) => boolean>> = {
  "battery.cell_spread": ({ attributes }) => looksAt(attributes, "battery.cell"),
  "command.mismatch": ({ type }) => type === "command",
  "link.flapping": (condition) => isSilence(condition) && condition.attributes.length === 0,
  "load.shed": isOfShedding,
  "output.changed": isOfOff,
  "output.stuck": ({ type }) => type === "command",
  "sensor.lost": (condition) => isSilence(condition) || condition.type === "stuck",
};

/** Does a warning of this condition say what the report says? One that counts these reports does. */
export function saysTheSame({ code, data }: Report, condition: Watched): boolean {
  if (condition.type === "event") return condition.attributes.includes(code);
  return reports[code]?.(condition, data) ?? false;
}

import type { WarningType } from "../warnings/warning-types.ts";

/** What a rule warns of and what a controller reports by itself may be one and the same: people read of it once. Pure. */

/** A report that came so much before a warning may say the same as it, ms. */
export const sameOutageMs = 2 * 3_600_000;

interface Watched {
  type: WarningType;
  attributes: readonly string[];
}

const looksAt = (attributes: readonly string[], prefix: string) => attributes.some((name) => name.startsWith(prefix));
const isSilence = ({ type }: Watched) => type === "silent";

/** Codes of reports, each with the conditions that speak of the same thing. */
const reports: Readonly<Record<string, (condition: Watched) => boolean>> = {
  "battery.cell_spread": ({ attributes }) => looksAt(attributes, "battery.cell"),
  "command.mismatch": ({ type }) => type === "command",
  "link.flapping": (condition) => isSilence(condition) && condition.attributes.length === 0,
  // Loads are shed as the charge falls, or is going to.
  "load.shed": ({ type, attributes }) =>
    type === "forecast" || type === "cut" || (type !== "above" && attributes.includes("battery.soc")),
  "output.stuck": ({ type }) => type === "command",
  "sensor.lost": (condition) => isSilence(condition) || condition.type === "stuck",
};

/** Does a warning of this condition say what the report says? One that counts these reports does. */
export function saysTheSame(code: string, condition: Watched): boolean {
  if (condition.type === "event") return condition.attributes.includes(code);
  return reports[code]?.(condition) ?? false;
}

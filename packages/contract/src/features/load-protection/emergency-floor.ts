import type { LoadProtection } from "./load-protection.schema.ts";
import type { ProtectionReading } from "./protect-loads.ts";

/** What a battery may be drawn down to for an emergency, as a share of the charge and of the voltage at which loads are cut. */
const floorOfSoc = 0.5;
const floorOfVoltage = 0.97;

/** An emergency run goes on for so long where neither charge nor voltage is known, as when a battery monitor restarts. */
export const longestUnknownMs = 300_000;

/** Whether the battery has something left for an emergency run; where neither charge nor voltage is known, nobody can say so. */
export function isAboveFloor(
  { cutSoc, cutVoltage }: Pick<LoadProtection, "cutSoc" | "cutVoltage">,
  { socPercent, voltageV }: Pick<ProtectionReading, "socPercent" | "voltageV">,
): boolean {
  const isVoltageKnown = voltageV !== undefined && cutVoltage !== null;
  if (socPercent === undefined && !isVoltageKnown) return false;
  if (socPercent !== undefined && socPercent <= cutSoc * floorOfSoc) return false;
  return !isVoltageKnown || voltageV > cutVoltage * floorOfVoltage;
}

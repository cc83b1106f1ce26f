import type { CommandMessage } from "@offgrid/contract/telemetry/telemetry.schema";

/** A portal's clock this far behind a command's own time is not to be believed. */
const clockMarginMs = 60_000;

/** Why a command is not carried out at this time by the portal's clock, of which undefined is not known. */
export function refusalByTime(
  { exp, iat }: Pick<CommandMessage, "exp" | "iat">,
  portalNowMs: number | undefined,
): "clock" | "expired" | undefined {
  if (portalNowMs === undefined || iat - portalNowMs > clockMarginMs) return "clock";
  return portalNowMs > exp ? "expired" : undefined;
}

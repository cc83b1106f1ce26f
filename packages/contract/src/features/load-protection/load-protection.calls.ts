import { z } from "zod";

import { type CallMap, ContainerId, Instant, readsContainer } from "../../core/call.ts";
import { configSection, SeenVersions, setsSections } from "../../core/config-section.ts";
import { CommandTarget, LowSide } from "../commands/commands.schema.ts";
import { LoadProtection } from "./load-protection.schema.ts";

const Measured = z.object({ value: z.number().describe("In the unit that stands beside it"), at: Instant });

/**
 * What load protection does at a container:
 *
 * - `unknown`: its controller has never said what it runs.
 * - `none`: no protection is set there.
 * - `off`: it is set and switched off.
 * - `ready`: nothing is cut.
 * - `cut`: loads are cut.
 * - `stopped`: loads are cut, and it cuts no more, because cutting has not helped.
 */
export const ProtectionStanding = z.enum(["unknown", "none", "off", "ready", "cut", "stopped"]);
export type ProtectionStanding = z.infer<typeof ProtectionStanding>;

/** A load that protection keeps without power. */
export const ProtectedCut = z.object({
  target: CommandTarget,
  since: Instant.describe("When the controller cut it"),
  low: LowSide.nullable().describe("What was too low then; null: the controller has not said"),
  readOffAt: Instant.nullable().describe("When it was last read to be off; null: not since it was cut"),
});

export type ProtectedCut = z.infer<typeof ProtectedCut>;

/**
 * When a forecast expects the charge at which loads come back:
 *
 * - `at`: at that instant, in half of all cases.
 * - `later`: not within the hours that it covers.
 * - `unknown`: there is no forecast.
 */
const ReturnForecast = z.enum(["at", "later", "unknown"]);

export const AutoLoadProtection = z.object({
  state: ProtectionStanding,
  enabled: z.boolean().nullable().describe("As the controller reports it; null: it has not, or has no protection"),
  reportedAt: Instant.nullable().describe("When the controller last reported its configuration"),
  charge: Measured.nullable().describe("Last known state of charge, in percent; null: never measured"),
  voltage: Measured.nullable().describe("Last known battery voltage, in V; null: never measured"),
  cuts: z.array(ProtectedCut).describe("First cut first"),
  stoppedAt: Instant.nullable().describe("Since when nothing more is cut, because cutting has not helped"),
  back: z
    .object({
      soc: z.number().describe("Loads come back from this charge on, in percent"),
      voltage: z.number().nullable().describe("And from this voltage on, in V; null: voltage does not count"),
      forecast: ReturnForecast,
      likely: Instant.nullable().describe("When the charge is expected there; a voltage is not forecast"),
      madeAt: Instant.nullable().describe("When that was computed"),
    })
    .nullable()
    .describe("What brings the loads back that are cut; null: none are, or it is not known"),
});
export type AutoLoadProtection = z.infer<typeof AutoLoadProtection>;

/** The days that a dry run looks at, unless it is asked for fewer. */
export const mostDryRunDays = 90;

const Span = z.object({ from: Instant, to: Instant.nullable() });
const Gap = z.object({ from: Instant, to: Instant });

/** What a setting would have done over past readings. */
export const ProtectionDryRun = z.object({
  from: Instant,
  to: Instant,
  coverage: z.number().describe("Share of that time in which charge or voltage is known, 0..1"),
  coarseDays: z
    .int()
    .describe("Days of which only means of quarter hours are left; the others are looked at reading by reading"),
  gaps: z.array(Gap).describe("Where neither is known for an hour or longer; at most 200, newest first"),
  count: z.int().describe("How often it would have cut, from the first load cut to the last one back"),
  spans: z
    .array(Span.extend({ loads: z.array(CommandTarget) }))
    .describe("These times, at most 200, newest first; `to` null: loads would still be cut at the end"),
  switchings: z.int().describe("Cuts and returns of single loads"),
  loads: z.array(
    z.object({
      target: CommandTarget,
      hours: z.number().describe("Without power, of the time in which it was on"),
      cuts: z.int(),
      powerW: z
        .number()
        .nullable()
        .describe("Estimate, from how consumption changed each time it was switched; null: too seldom seen"),
      energyWh: z.number().nullable().describe("Estimate of what it would not have been given; null: not known"),
      isAssumedOn: z.boolean().describe("Where it was has not been measured; it is taken to have been on"),
    }),
  ),
  lowest: z
    .object({
      at: Instant,
      measured: z.number().describe("Lowest charge that was measured, percent"),
      estimated: z
        .number()
        .nullable()
        .describe("Lowest charge with the setting, percent; null: no load or no capacity is known"),
    })
    .nullable()
    .describe("Null: the charge is not known"),
  actedBefore: z.int().describe("Cuts by load protection within that time, which the readings already reflect"),
});
export type ProtectionDryRun = z.infer<typeof ProtectionDryRun>;

const Setting = configSection(LoadProtection);
export type LoadProtectionSetting = z.infer<typeof Setting>;

export const loadProtectionCalls = {
  getAutoLoadProtection: {
    summary:
      "What load protection does at a container now: what it has cut, since when and why, and what brings it back. From what the controller has said and measured; what is not known is null.",
    ...readsContainer,
    output: z.object({ data: AutoLoadProtection }),
  },
  loadProtectGet: {
    summary: "The load protection of a container as it is wanted and as its controller reports it.",
    ...readsContainer,
    output: z.object({ data: Setting }),
  },
  loadProtectSet: {
    summary:
      "Set the load protection of a container: at which charge, or voltage, which loads are cut and given back, in which order. It is the section `loadProtection` of the configuration, and reaches the controller as setConfiguration says.",
    ...setsSections,
    input: LoadProtection.safeExtend({ containerId: ContainerId, seen: SeenVersions.optional() }),
    output: z.object({ data: Setting }),
  },
  loadProtectDryRun: {
    summary:
      "What a load protection setting would have done over the readings of the last days, one a minute; nothing is saved or switched. Whether a cut helps is not judged, and loads might come back earlier, since the battery would have been fuller.",
    access: "view",
    effect: "read",
    perMinute: 12,
    input: LoadProtection.safeExtend({
      containerId: ContainerId,
      days: z.int().min(1).max(mostDryRunDays).default(mostDryRunDays),
    }),
    output: z.object({ data: ProtectionDryRun }),
  },
} as const satisfies CallMap;

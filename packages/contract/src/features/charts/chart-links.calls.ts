import { z } from "zod";

import { type CallMap, ContainerId, Instant, noOutput } from "../../core/call.ts";
import { longestPassword, secondsBelow } from "../../core/constants.ts";
import { chartAggregates, chartColors, comparedTimes, seriesTypes } from "./chart-choices.ts";
import { ChartThreshold } from "./chart-definition.schema.ts";
import { DrawnChart, DrawnLine } from "./chart-drawing.schema.ts";
import { linkLimits, longestRangeMs } from "./chart-limits.ts";

const ref = z.string().min(1).max(64);
const instant = z.number().min(secondsBelow).max(8e15).describe("Epoch ms");

/** Which time a link shows. The portal holds every answer to it, whatever the caller asks for. */
export const LinkRange = z
  .discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("fixed"), from: instant, to: instant }),
    z.strictObject({ kind: z.literal("rolling"), hours: z.int().min(1).max(8_784).describe("Up to now") }),
    z.strictObject({ kind: z.literal("picker"), from: instant, to: instant }),
  ])
  .refine((range) => range.kind === "rolling" || range.from < range.to, {
    path: ["to"],
    error: "The end must be after the beginning.",
  })
  .refine((range) => range.kind === "rolling" || range.to - range.from <= longestRangeMs, {
    path: ["from"],
    error: "A link shows at most 20 years.",
  });
export type LinkRange = z.infer<typeof LinkRange>;

const link = {
  chartId: ref,
  range: LinkRange,
  containerId: ContainerId.optional().describe("For `$container`: a link stands for one"),
  clusterId: ref.optional().describe("For `$cluster`"),
  names: z.boolean().default(false).describe("Containers have their names; else they are Site 1, Site 2"),
  csv: z.boolean().default(false).describe("Whoever has the link may take the values as a file"),
  compared: z
    .enum(comparedTimes)
    .optional()
    .describe(
      "The earlier time that is laid over the chart, if the link is to show it, too, though it lies before its range; left out, or not that of the chart: it shows none",
    ),
};

/** What someone without an account sees: the owner's words and the values, and nobody's name, note or id. */
export const PublicChart = z.object({
  name: z.string(),
  ...DrawnChart.omit({ lines: true, faults: true, tier: true }).shape,
  lines: z.array(
    z.object({
      ...DrawnLine.omit({ series: true }).shape,
      type: z.enum(seriesTypes),
      axis: z.enum(["left", "right"]),
      plot: z.int(),
      color: z.enum(chartColors).nullable(),
      quantity: z.string().nullable().describe("The metric, which decides the colour; null: a formula"),
    }),
  ),
  /** How many lines are not drawn; why is not told. */
  missing: z.int(),
  thresholds: z.array(ChartThreshold),
  aggregates: z.array(z.enum(chartAggregates)),
  range: LinkRange,
  csv: z.boolean(),
});
export type PublicChart = z.infer<typeof PublicChart>;

export const ChartLink = z.object({
  id: ref,
  chartId: z.string(),
  chart: z.string().describe("What its chart is called now"),
  zone: z
    .string()
    .nullable()
    .describe(
      "That of its first container, by whose clocks its days are meant; null: the owner does not see it any more",
    ),
  hint: z.string().describe("The first four characters of the token"),
  range: LinkRange,
  names: z.boolean(),
  csv: z.boolean(),
  compared: z.enum(comparedTimes).nullable().describe("The earlier time that it shows besides its range; null: none"),
  hasPassword: z.boolean().describe("Whoever opens it is asked for the password that it was made with"),
  createdAt: Instant,
  expiresAt: Instant,
  lastUsedAt: Instant.nullable(),
  uses: z.int(),
  isOutdated: z.boolean().describe("The chart was changed since: the link shows it as it was"),
  isOfEarlierRole: z
    .boolean()
    .describe(
      "Its owner has another role than when it was made: nobody can open it until it gets the chart as it is now",
    ),
  isExpired: z.boolean(),
});
export type ChartLink = z.infer<typeof ChartLink>;

export const chartLinkCalls = {
  setChartToken: {
    summary:
      "Make a link to a chart for people without an account, or give one the chart as it is now. It shows the chart as it was then, with what its owner may see at each moment, until it expires: in 30 days, in a year at most. The token is in this answer and nowhere else; of a password only a hash is kept.",
    access: "charts",
    effect: "write",
    // The password is hashed before anything is locked.
    ownTransaction: true,
    perMinute: 20,
    input: z.strictObject({
      ...link,
      id: ref.optional().describe("A link that is given the chart as it is now; its token stays"),
      expiresAt: Instant.optional().describe("Left out: in 30 days, or as before"),
      password: z
        .string()
        .min(linkLimits.shortestPassword)
        .max(longestPassword)
        .optional()
        .describe(
          "Of a new link: whoever opens it has to give it. A well-known one is refused, and it cannot be changed or read later",
        ),
    }),
    output: z.object({
      data: z.object({
        id: ref,
        token: z.string().nullable().describe("Null: the link has the token that it had"),
        url: z.string().nullable().describe("The path of the page, with the token behind `#`"),
        expiresAt: Instant,
      }),
    }),
    errors: ["links_full", "links_off"],
  },
  chartTokenPreview: {
    summary: "What someone who opens such a link would see.",
    access: "charts",
    effect: "read",
    perMinute: 60,
    input: z.strictObject(link),
    output: z.object({ data: PublicChart }),
  },
  chartTokenList: {
    summary: "The caller's links that are not revoked, newest first.",
    access: "charts",
    effect: "read",
    input: z.strictObject({ chartId: ref.optional() }),
    output: z.object({ data: z.array(ChartLink) }),
  },
  chartTokenRevoke: {
    summary: "End a link, all links of a chart, or all of the caller's; the next use of them is refused.",
    access: "charts",
    effect: "write",
    perMinute: 60,
    input: z.strictObject({ id: ref.optional(), chartId: ref.optional() }),
    output: noOutput,
  },
  getChartToken: {
    summary:
      "What a link shows, within the range that its owner set. A link that is unknown, expired or revoked, or whose owner may not see the containers any more, is not found; so is each while the portal shows no chart by link. A link with a password refuses with `password_needed` where it is left out or wrong; wrong ones are limited for each network and for each link.",
    access: "public",
    effect: "read",
    perMinute: 30,
    input: z.strictObject({
      token: z.string().min(1).max(128),
      password: z.string().min(1).max(longestPassword).optional(),
      from: instant.optional(),
      to: instant.optional(),
    }),
    output: z.object({ data: PublicChart }),
    errors: ["password_needed"],
  },
} as const satisfies CallMap;

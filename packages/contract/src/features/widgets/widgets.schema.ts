import { z } from "zod";

import { shownName } from "../../core/shown-name.ts";
import {
  chartTemplates,
  fleetFigures,
  idOf,
  isOfThisVersion,
  leastSize,
  mostSize,
  outlooks,
  widgetLimits,
  widgetVersion,
} from "./widget-types.ts";

/** Stands in addresses; `create` is the screen that makes one. */
export const WidgetId = z.string().regex(/^(?!create$)[a-z0-9-]{1,40}$/);
const Ref = z.string().min(1).max(64);

const Size = z.strictObject({
  w: z.int().min(leastSize.w).max(mostSize.w),
  h: z.int().min(leastSize.h).max(mostSize.h),
});

/** Which containers a widget is about: all that the person sees, those of a cluster, or some. */
const WidgetPlace = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("all") }),
  z.strictObject({ kind: z.literal("cluster"), id: Ref }),
  z.strictObject({ kind: z.literal("containers"), ids: z.array(Ref).min(1).max(widgetLimits.containers) }),
]);
export type WidgetPlace = z.infer<typeof WidgetPlace>;

const common = {
  id: WidgetId,
  v: z.literal(widgetVersion),
  /** Empty: as its type and what it is about. */
  title: shownName(widgetLimits.title),
  size: Size,
  /** Also on the dashboard. */
  pinned: z.boolean(),
};

export const Widget = z.discriminatedUnion("type", [
  z
    .strictObject({
      ...common,
      type: z.literal("kpi"),
      of: WidgetPlace,
      /** One of `fleetFigures`, or of one container a metric such as `battery.voltage`. */
      figure: z.string().min(1).max(64),
    })
    .refine(({ of, figure }) => isFigureOf(of, figure), {
      path: ["figure"],
      error: "A metric is one of a single container.",
    }),
  z.strictObject({
    ...common,
    type: z.literal("chart"),
    chart: z.discriminatedUnion("kind", [
      z.strictObject({ kind: z.literal("saved"), id: Ref }),
      z.strictObject({ kind: z.literal("template"), template: z.enum(chartTemplates), container: Ref }),
    ]),
  }),
  z.strictObject({ ...common, type: z.literal("charge"), of: WidgetPlace }),
  z.strictObject({ ...common, type: z.literal("flow"), container: Ref }),
  z.strictObject({ ...common, type: z.literal("outlook"), container: Ref, shows: z.enum(outlooks) }),
  z.strictObject({ ...common, type: z.literal("weather"), container: Ref }),
  z.strictObject({ ...common, type: z.literal("incidents"), of: WidgetPlace }),
  z.strictObject({ ...common, type: z.literal("map"), of: WidgetPlace }),
  z.strictObject({ ...common, type: z.literal("list"), of: WidgetPlace }),
  z.strictObject({ ...common, type: z.literal("text"), text: z.string().max(widgetLimits.text) }),
  z.strictObject({
    ...common,
    type: z.literal("picture"),
    picture: Ref.describe("As `widgetPictureSave` answered"),
    alt: shownName(widgetLimits.alt).refine(
      (words) => words !== "",
      "Say what is to be seen, for those who do not see it.",
    ),
  }),
]);
export type Widget = z.infer<typeof Widget>;

function isFigureOf(of: WidgetPlace, figure: string): boolean {
  return fleetFigures.some((one) => one === figure) || (of.kind === "containers" && of.ids.length === 1);
}

/** A widget as it is kept: also one of a newer program, or of another one. */
export const KeptWidget = z.record(z.string(), z.json());
export type KeptWidget = z.infer<typeof KeptWidget>;

/** One that is saved: with an id and, where this program knows its type and version, in its shape. */
export const SavedWidget = KeptWidget.superRefine((widget, context) => {
  const found = isOfThisVersion(widget) ? Widget.safeParse(widget) : z.looseObject({ id: WidgetId }).safeParse(widget);
  for (const { message, path } of found.error?.issues ?? []) context.addIssue({ code: "custom", message, path });
});

/** A whole board: no two widgets have one id, since whatever changes one would change both. */
export const SavedBoard = z
  .array(SavedWidget)
  .max(widgetLimits.widgets)
  .superRefine((board, context) => {
    const seen = new Set<string>();
    for (const [index, id] of board.map(idOf).entries()) {
      if (seen.has(id)) context.addIssue({ code: "custom", path: [index, "id"], message: "Two widgets have this id." });
      seen.add(id);
    }
  });

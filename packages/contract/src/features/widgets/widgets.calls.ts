import { z } from "zod";

import { type CallMap, noInput } from "../../core/call.ts";
import { avatarLimitBytes } from "../../core/constants.ts";
import { widgetLimits } from "./widget-types.ts";
import { KeptWidget, SavedWidget } from "./widgets.schema.ts";

/** Also of widgets that were kept before ids had a shape. */
const AnyId = z.string().min(1).max(64);

export const widgetCalls = {
  widgetsChange: {
    summary:
      "Add, change, remove or move widgets of the caller's own board (`widgets` of the settings); what is not named stays, so that two screens lose nothing of each other. Pictures are the caller's own, or on a board that they see.",
    access: "signed-in",
    effect: "write",
    input: z.strictObject({
      /** Each takes the place of the widget with its id, or is new. */
      put: z.array(SavedWidget).max(widgetLimits.widgets).optional(),
      /** The widget before which new ones come; null, left out or gone: at the end. */
      before: AnyId.nullable().optional(),
      remove: z.array(AnyId).max(widgetLimits.widgets).optional(),
      /** Done last. */
      move: z.strictObject({ id: AnyId, before: AnyId.nullable() }).optional(),
    }),
    /** All widgets in their order. */
    output: z.object({ data: z.object({ widgets: z.array(KeptWidget) }) }),
  },
  widgetsReset: {
    summary:
      "Give up the caller's own board for the one that their role begins with, which is lent until it is changed; refused as `not_found` where the role has none.",
    access: "signed-in",
    effect: "write",
    input: noInput,
    output: z.object({ data: z.object({ widgets: z.array(KeptWidget) }) }),
  },
  widgetPictureSave: {
    summary: `Keep a picture for widgets of the caller's own board: PNG, JPEG or WebP by its content, of at most ${avatarLimitBytes / 1024} KiB and without notes of where and how it was taken. A person has at most ${widgetLimits.pictures}; beyond that those go that are on no board.`,
    access: "signed-in",
    effect: "write",
    perMinute: 20,
    bodyLimitBytes: 1024 * 1024,
    input: z.strictObject({ picture: z.base64().max(Math.ceil(avatarLimitBytes / 3) * 4) }),
    output: z.object({ data: z.object({ id: z.string() }) }),
    errors: ["bad_image", "too_large"],
  },
  widgetPicture: {
    summary: "A picture that the caller keeps, or that is on the board that they see, such as that of their role.",
    access: "signed-in",
    effect: "read",
    input: z.strictObject({ id: AnyId }),
    output: z.object({ data: z.object({ picture: z.string().describe("A `data:` address") }) }),
  },
} satisfies CallMap;

import { isOfThisVersion } from "./widget-types.ts";
import type { KeptWidget, Widget } from "./widgets.schema.ts";

/**
 * A kept widget that this program understands; undefined: it is of another version or type. The portal has checked its
 * shape when it was saved.
 */
export function knownWidget(kept: KeptWidget): Widget | undefined {
  return isOfThisVersion(kept) ? (kept as unknown as Widget) : undefined;
}

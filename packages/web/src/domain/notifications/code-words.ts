import type { EventNews } from "@offgrid/contract/live/live.schema";
import type { TFunction } from "i18next";

import { outputName } from "../output-names/output-words.ts";

/** Codes with words of their own here; outputs, automations and warnings have theirs. */
export const knownCodes = [
  "battery.cell_spread",
  "clock.off",
  "door.closed",
  "door.opened",
  "generator.started",
  "generator.stopped",
  "link.flapping",
  "load.restored",
  "load.shed",
  "metrics.over_limit",
  "reboot.planned",
  "reboot.skipped",
  "sensor.back",
  "sensor.lost",
  "upgrade.fail",
  "upgrade.halted",
  "upgrade.start",
  "upgrade.success",
  "upgrade.upgraded",
  "warning.rule_paused",
  "works.overrun",
] as const;
type CodeKey = (typeof knownCodes)[number] extends infer Code
  ? Code extends `${infer Thing}.${infer What}`
    ? `codes.${Thing}_${What}`
    : never
  : never;

/** A code that has words of its own here, in those; undefined: it has none. */
export function codeName(t: TFunction<"event-words">, code: string): string | undefined {
  const known = knownCodes.find((one) => one === code);
  return known && t(`codes.${known.replace(".", "_")}` as CodeKey);
}

/** What an event of a code says that has words of its own here, without its container; undefined: it has none. */
export function codeText(
  t: TFunction<"event-words">,
  say: TFunction<"command-words">,
  { code = "", device, outputName: name }: Pick<EventNews, "code" | "device" | "outputName">,
): string | undefined {
  const text = codeName(t, code);
  if (text === undefined) return undefined;
  // Of what a controller names beside a code that has words here.
  if (!device || isNamedBy(code, device)) return text;
  return t("about", { text, device: outputName(say, device, name ?? null) });
}

/** "The cells of its battery are apart" needs no "battery" after it. */
function isNamedBy(code: string, device: string): boolean {
  return code.startsWith(`${device}.`);
}

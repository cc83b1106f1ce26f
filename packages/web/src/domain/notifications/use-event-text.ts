import { useTranslation } from "react-i18next";

import { formatList } from "../../core/format.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { outputNewsText } from "../commands/output-news.ts";
import { outputName } from "../output-names/output-words.ts";
import type { EventText } from "./fold-repeats.ts";

/** Codes with words of their own here; outputs, automations and warnings have theirs. */
const knownCodes = [
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

/** What happened, in words; of an event that has none, its code. Which container is not said. */
export function useEventText(): EventText {
  const { t } = useTranslation("event-words");
  const { t: say } = useTranslation("command-words");
  const locale = useLocale();
  return (event, together = [event]) => {
    const { code, device, by, givenReason, data } = event;
    const names = [...new Set(together.map((one) => outputName(say, one.device ?? "", one.outputName)))].toSorted();
    const isMany = names.length > 1;
    const news = {
      code,
      device,
      outputName: isMany ? formatList(names, locale) : event.outputName,
      outputs: names.length,
      by,
      data,
      ...(givenReason !== undefined && { givenReason }),
    };
    const known = knownCodes.find((one) => one === code);
    const own = known && t(`codes.${known.replace(".", "_")}` as CodeKey);
    // Of what a controller names beside a code that has words here.
    const about =
      own !== undefined && device !== null && !isNamedBy(code, device)
        ? t("about", { text: own, device: outputName(say, device, event.outputName) })
        : own;
    return outputNewsText(say, news, locale) ?? about ?? code;
  };
}

/** "The cells of its battery are apart" needs no "battery" after it. */
function isNamedBy(code: string, device: string): boolean {
  return code.startsWith(`${device}.`);
}

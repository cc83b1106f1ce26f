import { useTranslation } from "react-i18next";

import { useLocale } from "../../ui/use-locale.ts";
import { outputNewsText } from "../commands/output-news.ts";
import { outputName } from "../output-names/output-words.ts";
import type { Notification } from "./fold-repeats.ts";

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
export function useEventText(): (event: Notification) => string {
  const { t } = useTranslation("event-words");
  const { t: say } = useTranslation("command-words");
  const locale = useLocale();
  return ({ code, device, outputName: outputGivenName, by, givenReason, data }) => {
    const news = {
      code,
      device,
      outputName: outputGivenName,
      by,
      data,
      ...(givenReason !== undefined && { givenReason }),
    };
    const known = knownCodes.find((one) => one === code);
    const own = known && t(`codes.${known.replace(".", "_")}` as CodeKey);
    // Of what a controller names beside a code that has words here.
    const about =
      own !== undefined && device !== null
        ? t("about", { text: own, device: outputName(say, device, outputGivenName) })
        : own;
    return outputNewsText(say, news, locale) ?? about ?? code;
  };
}

import { eventText } from "@offgrid/contract/events/event-text";
import { useTranslation } from "react-i18next";

import { formatList } from "../../core/format.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { outputName } from "../output-names/output-words.ts";
import { eventWords } from "./event-words.ts";
import type { EventText } from "./fold-repeats.ts";

/** What happened, in words. Which container is not said. */
export function useEventText(): EventText {
  const { t: say } = useTranslation("command-words");
  const locale = useLocale();
  return (event, together = [event]) => {
    const { code, device, by, givenReason, level, data } = event;
    const names = [...new Set(together.map((one) => outputName(say, one.device ?? "", one.outputName)))].toSorted();
    const isMany = names.length > 1;
    return eventText(eventWords(say, locale), {
      code,
      device,
      outputName: isMany ? formatList(names, locale) : event.outputName,
      outputs: names.length,
      by,
      level,
      isMarked: true,
      data,
      ...(givenReason !== undefined && { givenReason }),
    });
  };
}

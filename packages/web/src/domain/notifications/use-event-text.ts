import { useTranslation } from "react-i18next";

import { formatList } from "../../core/format.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { outputNewsText } from "../commands/output-news.ts";
import { outputName } from "../output-names/output-words.ts";
import { codeText } from "./code-words.ts";
import type { EventText } from "./fold-repeats.ts";

/** What happened, in words; of an event that has none, its code. Which container is not said. */
export function useEventText(): EventText {
  const { t } = useTranslation("event-words");
  const { t: say } = useTranslation("command-words");
  const locale = useLocale();
  return (event, together = [event]) => {
    const { code, device, by, givenReason, level, data } = event;
    const names = [...new Set(together.map((one) => outputName(say, one.device ?? "", one.outputName)))].toSorted();
    const isMany = names.length > 1;
    const news = {
      code,
      device,
      outputName: isMany ? formatList(names, locale) : event.outputName,
      outputs: names.length,
      by,
      level,
      isMarked: true,
      data,
      ...(givenReason !== undefined && { givenReason }),
    };
    return outputNewsText(say, news, locale) ?? codeText(t, say, event) ?? code;
  };
}

import type { EventNews } from "@offgrid/contract/live/live.schema";
import type { TFunction } from "i18next";

import { outputName, whoText } from "./command-words.ts";

/** What happened at an output, as a sentence; undefined: it is another event, or one that says too little. */
export function outputNewsText(t: TFunction<"command-words">, news: EventNews): string | undefined {
  const text = sentence(t, news);
  if (text === undefined || !news.containerName) return text;
  return t("news.at", { container: news.containerName, text });
}

function sentence(t: TFunction<"command-words">, { code, device, by, data }: EventNews): string | undefined {
  if (!device) return undefined;
  const output = outputName(t, device);
  const { value, wanted, reason } = data ?? {};
  if (code === "output.changed" && typeof value === "boolean") return t(value ? "news.on" : "news.off", { output });
  if (code === "command.mismatch" && typeof wanted === "boolean")
    return t(wanted ? "news.stuckOn" : "news.stuckOff", { output });
  if (code === "lock.released_by_another" && typeof reason === "string")
    return t("news.released", { output, who: whoText(t, by), reason });
  return undefined;
}

import { eventLevels } from "@offgrid/contract/notifications/notification-types";
import { useTranslation } from "react-i18next";

import { loadChunk } from "../../core/chunk.ts";
import { saveFile } from "../../core/save-file.ts";
import { timeReady } from "../../core/time.ts";
import { useEventText } from "../../domain/notifications/use-event-text.ts";
import { sayDone } from "../../ui/toast.tsx";
import { useAct } from "../../ui/use-act.ts";
import { browserZone, useLocale } from "../../ui/use-locale.ts";
import { formatCount } from "../../core/format.ts";
import { collectEvents, mostSaved } from "./events.data.ts";
import type { EventsCsvWords } from "./events-csv.ts";
import type { EventsSearch } from "./events.search.ts";

/** Saves what the filters show as a CSV file, all pages at once, in the language of the page. */
export function useSaveEvents() {
  const { t } = useTranslation(["events", "container-facts"]);
  const textOf = useEventText();
  const locale = useLocale();
  return useAct(async (search: EventsSearch) => {
    const nowMs = Date.now();
    const [{ eventsCsv }, events] = await Promise.all([
      loadChunk(() => import("./events-csv.ts")),
      collectEvents(search, nowMs),
      timeReady(),
    ]);
    const words: EventsCsvWords = {
      titles: [
        t("csv.utc"),
        t("csv.local", { zone: browserZone }),
        t("container"),
        t("csv.containerId"),
        t("level"),
        t("csv.what"),
        t("drawer.code"),
        t("drawer.device"),
        t("drawer.by"),
        t("drawer.says"),
      ],
      level: Object.fromEntries(
        eventLevels.map((level) => [level, t(`container-facts:status.${level}`)]),
      ) as EventsCsvWords["level"],
      textOf: (event) => textOf(event),
    };
    const contents = new Blob([eventsCsv(events, browserZone, words)], { type: "text/csv;charset=utf-8" });
    saveFile({ name: `${t("csv.file")}-${new Date(nowMs).toISOString().slice(0, 10)}.csv`, contents });
    if (events.length >= mostSaved) sayDone(t("csv.most", { total: formatCount(mostSaved, locale) }));
  });
}

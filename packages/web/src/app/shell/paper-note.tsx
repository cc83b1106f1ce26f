import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";

import { useCurrentUser } from "../../core/can/current-user.ts";
import { currentLocale } from "../../core/i18n/locale.ts";
import { formatTime } from "../../core/time.ts";
import { browserZone } from "../../ui/use-locale.ts";

interface Printing {
  atMs: number;
  /** When the values on the page were received; 0: none were. */
  dataAtMs: number;
}

/** Above a page on paper: when it was printed, by whom, and of when its values are; a sheet outlives what it shows. */
export function PaperNote() {
  const { t } = useTranslation("shell");
  const person = useCurrentUser();
  const { atMs, dataAtMs } = usePrinting() ?? {};
  if (atMs === undefined || dataAtMs === undefined || !person) return null;
  const time = (ms: number) => formatTime(ms, "dateTimeWithSeconds", browserZone, currentLocale);
  const name = [person.firstName, person.lastName].filter(Boolean).join(" ") || person.email[0]?.address;
  return (
    <p className="og-small og-after">
      {t("printed", { time: time(atMs), zone: browserZone, name })}
      {dataAtMs > 0 && ` ${t("printed_data", { time: time(dataAtMs) })}`}
    </p>
  );
}

/** While the page is drawn on paper; undefined on a screen. */
function usePrinting(): Printing | undefined {
  const client = useQueryClient();
  const [printing, setPrinting] = useState<Printing>();
  useEffect(() => {
    const onPrint = () => {
      const dataAtMs = client.getQueryState(["getSitesV2", {}])?.dataUpdatedAt ?? 0;
      // The browser draws the sheet as soon as this returns.
      flushSync(() => setPrinting({ atMs: Date.now(), dataAtMs }));
    };
    const onPrinted = () => setPrinting(undefined);
    window.addEventListener("beforeprint", onPrint);
    window.addEventListener("afterprint", onPrinted);
    return () => {
      window.removeEventListener("beforeprint", onPrint);
      window.removeEventListener("afterprint", onPrinted);
    };
  }, [client]);
  return printing;
}

import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { useCurrentUser } from "../../core/can/current-user.ts";
import { currentLocale } from "../../core/i18n/locale.ts";
import { formatTime } from "../../core/time.ts";
import { browserZone } from "../../ui/use-locale.ts";
import { usePrinting } from "../../ui/use-printing.ts";

/** Above a page on paper: when it was printed, by whom, and of when its values are; a sheet outlives what it shows. */
export function PaperNote() {
  const { t } = useTranslation("shell");
  const person = useCurrentUser();
  const client = useQueryClient();
  const atMs = usePrinting();
  if (atMs === undefined || !person) return null;
  // When the values on the page were received; 0: none were.
  const dataAtMs = client.getQueryState(["getSitesV2", {}])?.dataUpdatedAt ?? 0;
  const time = (ms: number) => formatTime(ms, "dateTimeWithSeconds", browserZone, currentLocale);
  const name = [person.firstName, person.lastName].filter(Boolean).join(" ") || person.email[0]?.address;
  return (
    <p className="og-small og-after">
      {t("printed", { time: time(atMs), zone: browserZone, name })}
      {dataAtMs > 0 && ` ${t("printed_data", { time: time(dataAtMs) })}`}
      {/* The browser's own menu waits for nothing: a hole in a sheet is explained. */}
      <span className="og-if-late"> {t("printed_late")}</span>
    </p>
  );
}

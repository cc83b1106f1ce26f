import { useTranslation } from "react-i18next";

import { currentLocale } from "../../core/i18n/locale.ts";
import { formatTime } from "../../core/time.ts";
import { browserZone } from "../../ui/use-locale.ts";
import type { Manual } from "./help.data.ts";

/** Where the text comes from, where that is not the portal itself, and why it is not newer. */
export function ManualNote({ manual: { source, fetchedAt, problem } }: { manual: Manual }) {
  const { t } = useTranslation("help");
  if (source === "portal" && problem === null) return null;
  const at = fetchedAt === null ? "" : formatTime(Date.parse(fetchedAt), "dateTime", browserZone, currentLocale);
  return (
    <p className="og-note" style={{ marginTop: 24 }}>
      {source === "strapi" ? t("from_server", { at }) : t("from_portal")}
      {source === "strapi" && problem !== null && ` ${t("not_newer")}`}
    </p>
  );
}

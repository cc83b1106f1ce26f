import { useTranslation } from "react-i18next";

import { formatAge, formatTime } from "../../core/time.ts";
import { ageMs } from "../../ui/freshness.ts";
import { browserZone, useLocale } from "../../ui/use-locale.ts";

/** When a person was here last, as an age; the time itself on pointing. */
export function LastSeen({ at, now }: { at: string | null; now: number }) {
  const { t } = useTranslation("users");
  const locale = useLocale();
  if (at === null) return <span>{t("never")}</span>;
  const atMs = Date.parse(at);
  return (
    <time dateTime={at} title={formatTime(atMs, "dateTime", browserZone, locale)}>
      {formatAge(ageMs(atMs, now), locale)}
    </time>
  );
}

import { Button } from "@mantine/core";
import { IconPlugConnectedX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { currentLocale, withLocale } from "../../core/i18n/locale.ts";
import { useSeconds } from "../../core/live/tick.ts";
import { formatAge, formatSilence, formatTime } from "../../core/time.ts";
import { browserZone, useLocale } from "../../ui/use-locale.ts";
import type { WallAge } from "./wall-age.ts";

interface FactsProps {
  age: WallAge;
  now: number;
  place: number;
  total: number;
}

/** Which of the widgets is shown, how old it is, and the time of day. */
export function WallFacts({ age: { sinceMs, isOld }, now, place, total }: FactsProps) {
  const { t } = useTranslation("widgets");
  const locale = useLocale();
  const timeOfDay = formatTime(useSeconds(true), "time", browserZone, locale);
  return (
    <div className="og-line">
      {!isOld && sinceMs > 0 && (
        <span className="og-note">{t("wall.age", { age: formatAge(Math.max(0, now - sinceMs), locale) })}</span>
      )}
      {total > 1 && <span className="og-note og-number">{t("wall.place", { place, total })}</span>}
      <time className="og-title og-number og-nowrap">{timeOfDay}</time>
    </div>
  );
}

/** That nothing comes any more, so large that whoever passes by takes nothing old for new. */
export function WallAlarm({ isOver, age, scale }: { isOver: boolean; age: WallAge; scale: number }) {
  const { t } = useTranslation("widgets");
  const locale = useLocale();
  const nowMs = useSeconds(true);
  const signIn = () => {
    const next = encodeURIComponent(location.pathname.replace(/^\/fr(?=\/)/, "") + location.search);
    location.assign(withLocale(`/login?next=${next}`, currentLocale));
  };
  return (
    <div
      className="og-head og-rounded og-strong"
      style={{
        zoom: scale,
        padding: "8px 16px",
        fontSize: 20,
        lineHeight: 1.2,
        background: "var(--og-amber)",
        color: "var(--og-canvas)",
      }}
    >
      <span className="og-line">
        <IconPlugConnectedX size={24} aria-hidden />
        {/* Only the sentence is announced: the age beside it changes every second. */}
        <span role="alert">{t(isOver ? "wall.ended" : "wall.silent")}</span>
        {age.sinceMs > 0 && (
          <span>{t("wall.known", { age: formatSilence(Math.max(0, nowMs - age.sinceMs), locale) })}</span>
        )}
      </span>
      {isOver && (
        <Button variant="default" size="compact-md" onClick={signIn}>
          {t("wall.signIn")}
        </Button>
      )}
    </div>
  );
}

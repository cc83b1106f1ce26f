import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import type { Answer } from "../../../core/api/call.ts";
import { axisFormat, formatLocales, formatQuantityText } from "../../../core/format.ts";
import { formatTime } from "../../../core/time.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { useLocale } from "../../../ui/use-locale.ts";
import { HeatMap } from "../days/heat-map.tsx";
import { hourHeads } from "../days/hour-heads.ts";
import { loadProfile, measuredDays } from "./load-profile.ts";

/** Less is shown as nothing. */
const leastW = 0.5;
/** A Monday. */
const monday = Date.UTC(2026, 5, 8, 12);

/** Mean consumption by weekday and hour. */
export function ProfileCard({ history, zone }: { history: Answer<"getConsumption">["data"]; zone: string }) {
  const { t } = useTranslation(["analysis", "container"]);
  const locale = useLocale();
  const profile = useMemo(() => loadProfile(history), [history]);
  const { highest, week, hours } = profile;
  if (!highest || history.groupBy === "day") {
    return <EmptyState title={t(highest ? "profileLong" : "profileNone")} why={t("profileNoneWhy")} />;
  }
  const weekday = new Intl.DateTimeFormat(formatLocales[locale], { weekday: "short", timeZone: "UTC" });
  const name = (place: number) => weekday.format(monday + place * 86_400_000);
  const clock = (hour: number) => formatTime(monday + (hour - 12) * 3_600_000, "hour", "UTC", locale);
  const step = highest.powerW >= 1_000 ? 10 : 1;
  return (
    <>
      <p className="og-flush">
        {highest.powerW < leastW
          ? t("nothing")
          : t("profileHighest", {
              power: formatQuantityText(highest.powerW, "W", locale),
              day: name(highest.weekday),
              from: clock(highest.hour),
              to: clock(highest.hour + 1),
            })}
      </p>
      <HeatMap
        label={t("profile")}
        columns={hourHeads(locale)}
        rows={[
          ...measuredDays(week).map(({ weekday: place, cells }) => ({
            id: String(place),
            head: name(place),
            cells,
          })),
          ...(measuredDays(week).length > 1 ? [{ id: "all", head: t("allDays"), cells: hours }] : []),
        ]}
        unit="W"
        scale={{ low: 0, high: highest.powerW }}
        step={step}
        color="load"
      />
      <p className="og-note">
        {t("profileHint", { zone, unit: axisFormat("W", highest.powerW, step, locale).unit })}{" "}
        {measuredDays(week).some(({ cells }) => cells.includes(null)) && t("container:heat.hatched")}
      </p>
    </>
  );
}

import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";

import { addCalendar, formatTime, startOf } from "../../../core/time.ts";
import { Async, quiet } from "../../../ui/async.tsx";
import { Section } from "../../../ui/section.tsx";
import { useLocale } from "../../../ui/use-locale.ts";
import type { TabProps } from "../tabs/container-tabs.ts";
import { useDayHistory, useFineDay } from "../container.data.ts";
import { useHappened } from "../../../domain/charts/happened.data.ts";
import { DayCard } from "../days/day-card.tsx";
import { useAddressZoom } from "../../../chart/use-address-zoom.ts";
import { dayOf, neighbourDay } from "../days/local-day.ts";
import { usePowerCuts } from "../analysis/analysis.data.ts";
import { useBlackout } from "../../../domain/blackout/blackout.data.ts";
import { ChargeFiles } from "./charge-files.tsx";
import { darkMsIn } from "./dark-days.ts";
import { FirstFacts } from "./first-facts.tsx";
import { NoCharge } from "./no-charge.tsx";
import { HeatMap } from "../days/heat-map.tsx";
import { hourHeads } from "../days/hour-heads.ts";
import weekStyles from "../../../domain/seven-days/seven-days.module.css";
import { DayColumns } from "../../../domain/seven-days/day-columns.tsx";
import { hasGaps, type ChargeHistory, type DayOfCharge, sevenDays } from "../../../domain/seven-days/seven-days.ts";
import { useChargeHistory } from "../../../domain/seven-days/seven-days.data.ts";

/** The charge of seven days: a column per day, every hour, and the day that is opened. */
export function SevenDaysTab({ info, now }: TabProps) {
  const { t } = useTranslation("seven-days");
  const { containerId, zoneName } = info;
  const search = useSearch({ from: "/main/containers/$slug" });
  const navigate = useNavigate({ from: "/containers/$slug" });
  const history = useChargeHistory(containerId, zoneName);
  const open = (day: string | undefined) =>
    void navigate({
      search: { tab: "seven-days", ...(day === undefined ? {} : { day }) },
      resetScroll: false,
    });
  return (
    <div className="og-stack">
      <Section title={t("title")}>
        <Async
          of={quiet(history)}
          height={420}
          isEmpty={(charge) => !isMeasured(charge)}
          empty={<NoCharge isMeasuredNow={isMeasuredNow(info, now)} />}
        >
          {(charge) => (
            <Week
              info={info}
              charge={charge}
              reserve={info.reserveSoc}
              now={now}
              zone={zoneName}
              openDay={search.day}
              onOpen={open}
            />
          )}
        </Async>
        {history.data && isMeasured(history.data) && <ChargeFiles containerId={containerId} name={info.name} />}
      </Section>
      {search.day !== undefined && <OpenDay info={info} now={now} iso={search.day} onOpen={open} />}
    </div>
  );
}

/** What was measured within this time has not been missing for seven days: its history has not come yet, ms. */
const presentMs = 3_600_000;

function isMeasuredNow({ values }: TabProps["info"], now: number): boolean {
  const at = values["battery.soc"]?.at;
  return at !== undefined && now - Date.parse(at) < presentMs;
}

/** Was any charge measured? Otherwise there is nothing to show, and a file would be empty. */
const isMeasured = ({ mean }: ChargeHistory) => mean.some((value) => value !== null);

/** The lightest ground begins at the deepest charge of the week, or here: what hardly changes must not look as if it did, percent. */
const highestLow = 60;

interface WeekProps {
  info: TabProps["info"];
  charge: ChargeHistory;
  reserve: number;
  now: number;
  zone: string;
  openDay: string | undefined;
  onOpen: (day: string | undefined) => void;
}

function Week({ info, charge, reserve, now, zone, openDay, onOpen }: WeekProps) {
  const { t } = useTranslation(["seven-days", "container"]);
  const locale = useLocale();
  const week = useMemo(() => sevenDays(charge, now, zone), [charge, now, zone]);
  const today = startOf("day", now, zone);
  const range = { fromMs: addCalendar(today, -6, "day", zone), toMs: addCalendar(today, 1, "day", zone) };
  const cuts = usePowerCuts(info.containerId, zone, range).data;
  const blackout = useBlackout(info).data;
  const dayAt = (fromMs: number) => ({ fromMs, toMs: addCalendar(fromMs, 1, "day", zone) });
  const darkMs = cuts && ((day: DayOfCharge) => darkMsIn(cuts, dayAt(day.fromMs), now));
  return (
    <>
      <DayColumns
        {...{ week, reserve, zone, openDay, onOpen }}
        {...(darkMs && { darkMs })}
        first={
          <FirstFacts
            {...{ zone, now }}
            hours={cuts?.hours}
            darkDays={darkMs === undefined ? 0 : week.days.filter((day) => darkMs(day) > 0).length}
            forecast={blackout?.data}
            energy={blackout?.energy ?? info.energy}
          />
        }
      />
      <h3 className="og-flush og-text-14 og-strong og-before">{t("hours")}</h3>
      <HeatMap
        label={t("hours")}
        columns={hourHeads(locale)}
        rows={week.days.map(({ iso, fromMs, hours: cells }) => ({
          id: iso,
          head: formatTime(fromMs, "weekday", zone, locale),
          cells,
        }))}
        unit="percent"
        scale={{ low: Math.min(highestLow, 10 * Math.floor((week.deepest?.percent ?? 0) / 10)), high: 100 }}
        step={1}
        color="soc"
        lowBelow={reserve}
      />
      <p className="og-note">
        {t("hoursHint", { zone })} {hasGaps(week) && t("container:heat.hatched")}
      </p>
    </>
  );
}

/** The day that was opened, as the overview shows today. */
function OpenDay({ info, now, iso, onOpen }: TabProps & { iso: string; onOpen: (day: string | undefined) => void }) {
  const { containerId, zoneName } = info;
  const day = dayOf(iso, now, zoneName);
  const zoom = useAddressZoom();
  const history = useFineDay(containerId, zoneName, useDayHistory(containerId, zoneName, day), zoom.view);
  const today = dayOf(undefined, now, zoneName).iso;
  const happened = useHappened([containerId], day);
  const card = useRef<HTMLDivElement>(null);
  // It opens below everything else, where nobody who chose it would see it.
  useEffect(() => {
    card.current?.scrollIntoView({ block: "nearest" });
  }, [iso]);
  return (
    <div ref={card} className={weekStyles.chosen}>
      <DayCard
        info={info}
        day={day}
        history={history}
        happened={happened}
        zoom={zoom}
        onStep={(step) => onOpen(neighbourDay(day, step, now, zoneName) ?? today)}
        home="today"
        onHome={() => onOpen(today)}
      />
    </div>
  );
}

import { useNavigate, useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";

import { loadChunk } from "../../../core/chunk.ts";
import { loadWithTexts } from "../../../core/i18n/i18n.ts";
import { ContainerBlackout } from "../../../domain/blackout/container-blackout.tsx";
import type { Happened } from "../../../domain/charts/happened.ts";
import { loadPlotAhead } from "../../../chart/chart.tsx";
import { useAddressZoom } from "../../../chart/use-address-zoom.ts";
import { LaterPart } from "../../../ui/later-part.tsx";
import { Section } from "../../../ui/section.tsx";
import { energySentences, leadCount } from "../../../domain/energy-state/energy-words.ts";
import { useEnergyWords } from "../../../domain/energy-state/use-energy-words.ts";
import { energyFactsOf, knownFromInfo, useIsFolded } from "../header/known-container.ts";
import type { TabProps } from "../tabs/container-tabs.ts";
import { useBeside, useDayHistory, useEnergyToday, useFineDay } from "../container.data.ts";
import { aheadMs, dayOf, latestHours, neighbourDay } from "../days/local-day.ts";
import { alarmsNow } from "../values/alarms-now.ts";
import { Overview } from "./overview.tsx";
import { useKpiHistory } from "../../../domain/container/use-kpi-history.ts";
import { useHoursAhead, useIsForecastBare } from "./overview.data.ts";
import { QualityNotes } from "./quality-notes.tsx";

loadPlotAhead();

/** Loaded beside the forecast of the battery, with which it shares a row. */
const OutlookSection = lazy(async () => ({
  default: await loadWithTexts(
    ["weather"],
    async () => (await import("../weather/outlook.section.tsx")).OutlookSection,
  ),
}));

/** Of the few containers with something that goes on. */
const OpenIncidents = lazy(async () => ({
  default: await loadWithTexts(
    ["incidents"],
    async () => (await import("./open-incidents.section.tsx")).OpenIncidentsSection,
  ),
}));

/** Of a container that was never heard of. */
const FirstContact = lazy(async () => ({ default: (await import("./first-contact.tsx")).FirstContact }));

/** As high as its title and a few events, so that what is below stays where it is. */
const eventsPx = 230;

/** Below what is seen first. */
const LastEvents = lazy(async () => ({
  default: await loadWithTexts(
    ["event-words", "command-words"],
    async () => (await import("./last-events.section.tsx")).LastEventsSection,
  ),
}));

/** On the chart, which is drawn without them first. */
const TellHappened = lazy(() =>
  loadChunk(() => import("../../../domain/charts/tell-happened.tsx")).then((part) => ({ default: part.TellHappened })),
);

function Incidents({ info, now }: TabProps) {
  return (
    <div style={{ marginBottom: 16 }}>
      <LaterPart height={96}>
        <OpenIncidents info={info} now={now} />
      </LaterPart>
    </div>
  );
}

/** A container at a glance. One that nothing has ever come from has the way to its first values, and its sun. */
export function OverviewTab(props: TabProps) {
  const { lastSeen, values } = props.info;
  return lastSeen === null && Object.keys(values).length === 0 ? <NewContainer {...props} /> : <Known {...props} />;
}

function NewContainer(props: TabProps) {
  return (
    <>
      <LaterPart height={240}>
        <FirstContact info={props.info} />
      </LaterPart>
      <Outlook {...props} />
    </>
  );
}

function Outlook(props: TabProps) {
  return (
    <LaterPart height={320}>
      <OutlookSection {...props} />
    </LaterPart>
  );
}

function Known({ info, now, isPartly = false }: TabProps) {
  const search = useSearch({ from: "/main/containers/$slug" });
  const navigate = useNavigate({ from: "/containers/$slug" });
  const { containerId, zoneName } = info;
  const chosen = dayOf(search.day, now, zoneName);
  const day = search.day === undefined ? latestHours(now, zoneName) : chosen;
  const zoom = useAddressZoom();
  const beside = useBeside(info);
  const whole = useDayHistory(containerId, zoneName, day, beside);
  const history = useFineDay(containerId, zoneName, whole, zoom.view, beside);
  const [happened, setHappened] = useState<Happened>();
  const today = useEnergyToday(containerId, zoneName);
  const kpis = useKpiHistory(containerId, zoneName, now);
  const ahead = useHoursAhead(info, now, day.toMs + aheadMs);
  const isForecastBare = useIsForecastBare(info);
  const goTo = (iso: string | undefined) =>
    void navigate({ search: iso === undefined ? {} : { day: iso }, resetScroll: false });
  return (
    <>
      <QualityNotes quality={info.quality} now={now} />
      {info.lastSeen === null && (
        <LaterPart height={240}>
          <FirstContact info={info} />
        </LaterPart>
      )}
      {(info.openWarnings !== null || alarmsNow(info).length > 0) && <Incidents info={info} now={now} />}
      <Suspense>
        <TellHappened containerIds={[containerId]} range={day} onHappened={setHappened} />
      </Suspense>
      <Overview
        info={info}
        now={now}
        kpis={kpis.data}
        today={today}
        day={day}
        beside={beside}
        happened={happened}
        history={history}
        zoom={zoom}
        ahead={ahead}
        isForecastBare={isForecastBare}
        isPartly={isPartly}
        onStep={(step) => goTo(step > 0 && chosen.isToday ? undefined : neighbourDay(chosen, step, now, zoneName))}
        onLatest={() => goTo(undefined)}
        blackout={<BlackoutSection info={info} now={now} />}
        weather={<Outlook info={info} now={now} />}
        events={
          <LaterPart height={eventsPx}>
            <LastEvents info={info} now={now} />
          </LaterPart>
        }
      />
    </>
  );
}

/** When the loads are cut, as forecast, and how long the battery lasts at its present power. */
function BlackoutSection({ info, now }: TabProps) {
  const { t } = useTranslation("blackout");
  const words = useEnergyWords();
  const isFolded = useIsFolded();
  // What the header above says: on a phone the state alone.
  const saidAbove = useMemo(() => {
    const facts = { ...energyFactsOf(knownFromInfo(info), now), isShort: isFolded };
    const said = energySentences(facts, words);
    return new Set(isFolded ? said.slice(0, leadCount(facts)) : said);
  }, [info, now, words, isFolded]);
  return (
    <Section title={t("title")}>
      <div>
        <ContainerBlackout info={info} now={now} saidAbove={saidAbove} />
      </div>
    </Section>
  );
}

import { Button, Skeleton } from "@mantine/core";
import { IconBox } from "@tabler/icons-react";
import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";
import { Link, Navigate, useNavigate, useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useDeferredValue, useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";

import { loadChunk } from "../../core/chunk.ts";
import { loadWithTexts } from "../../core/i18n/i18n.ts";
import { idle } from "../../core/idle.ts";
import { useTick } from "../../core/live/tick.ts";
import {
  WatchContainers,
  useKnownMs,
  useMayRegister,
  useContainers,
} from "../../domain/containers/containers.data.tsx";
import { Async, quiet } from "../../ui/async.tsx";
import { loadPlotAhead } from "../../chart/chart.tsx";
import { nearHours } from "../../chart/finer.ts";
import { useAddressZoom } from "../../chart/use-address-zoom.ts";
import { isNeverSeen } from "../../domain/containers/container-facts.ts";
import { countStates, isCounted, needsAttention, worstWarningOf } from "../../domain/containers/fleet-facts.ts";
import { useVisible } from "../../domain/containers/use-visible.ts";
import { useGoingOn } from "../../domain/incidents/incidents.data.ts";
import { datesApart, zonesApart } from "../../domain/containers/zones-apart.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FavoriteStar } from "../../domain/favorites/favorite-star.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { PeriodBar } from "../../ui/period-bar.tsx";
import type { PeriodChoice } from "../../ui/period-range.ts";
import { useFavoriteToggle } from "../../domain/favorites/use-favorite-toggle.ts";
import { useFollowing } from "../../ui/use-following.ts";
import { useLastAnswer } from "../../ui/use-last-answer.ts";
import { useIsPhone } from "../../ui/use-list-search.ts";
import { browserZone } from "../../ui/use-locale.ts";
import { chartRanges, saidRange } from "./chart-range.ts";
import { ContainerGrid } from "./container-grid.tsx";
import { useFleetEnergy, useFleetForecast, useHours, useOrigins } from "./dashboard.data.ts";
import styles from "./dashboard.module.css";
import type { DashboardSearch } from "./dashboard.search.ts";
import { EnergyChart } from "./energy-chart.tsx";
import { EnergyNotes } from "./energy-notes.tsx";
import { LeftOut } from "./left-out.tsx";
import { FleetStrip } from "./fleet-strip.tsx";
import { forecastCover } from "./forecast-cover.ts";
import { useGridOrder } from "./grid-order.ts";
import { MapCard } from "./map-card.tsx";
import { OriginsCard } from "./origins-card.tsx";
import { besideIncidents } from "./beside-incidents.ts";
import { TodayFigures, type TodayFiguresProps } from "./today-figures.tsx";
import { TroubleRow } from "./trouble-row.tsx";

/** Cards in view that are kept live; the others follow with each tick. */
const liveCards = 24;
/** Cards that are drawn before the user asks for more. */
const cardsAtOnce = 24;
/** The worst; what is behind the others is one press away, and what follows them is not a minute of scrolling away. */
const cardsOnPhone = 4;
const periods = ["day", "7_days", "30_days"] as const;

/** Below everything else: it comes when the browser has nothing better to do. */
const PinnedWidgets = lazy(async () => {
  await idle();
  return {
    default: await loadWithTexts(
      ["widgets"],
      async () => (await import("../../domain/widgets/pinned-widgets.tsx")).PinnedWidgets,
    ),
  };
});

/** Under the chart, so that nothing that is looked at moves when it comes. */
const TourOffer = lazy(async () => {
  await idle();
  return { default: (await loadChunk(() => import("../../domain/account/tour-offer.tsx"))).TourOffer };
});

loadPlotAhead();

/** The fleet in five seconds: is it up, is there enough energy, what needs me? */
export function DashboardPage() {
  const { t } = useTranslation(["dashboard", "shared"]);
  const containers = useContainers();
  const mayRegister = useMayRegister();
  const only = containers.data?.length === 1 && !mayRegister ? containers.data[0] : undefined;
  if (only) return <Navigate to="/containers/$slug" params={{ slug: only.containerId }} replace />;
  return (
    <>
      <PageHeader
        title={t("shared:screen.dashboard")}
        context={
          containers.data && (
            <Link className="og-link og-line-24" to="/containers">
              {t("count", { count: containers.data.length })}
            </Link>
          )
        }
      />
      <EnergyAhead />
      <Async
        of={containers}
        skeleton={<FleetSkeleton />}
        height={600}
        empty={<NoContainers mayRegister={mayRegister} />}
      >
        {(rows) => <Fleet containers={rows} />}
      </Async>
    </>
  );
}

function Fleet({ containers }: { containers: readonly ContainerRow[] }) {
  const now = useTick();
  // One that was never connected has no part in what the others come to.
  const connected = useMemo(() => containers.filter((container) => !isNeverSeen(container)), [containers]);
  const judged = { neverSeen: containers.length - connected.length, now, knownMs: useKnownMs(now) };
  const ordered = useGridOrder(containers, judged.knownMs);
  const toggle = useFavoriteToggle();
  const [more, setMore] = useState(0);
  const limit = (useIsPhone() ? cardsOnPhone : cardsAtOnce) + more;
  const shown = ordered.slice(0, limit).map((container) => container.containerId);
  const { ids, frameRef } = useVisible<HTMLUListElement>(liveCards, shown.join(" "));
  const cover = forecastCover(connected);
  const isWhole = useRestLater();
  // Until they are known, what rules raised stands with each container.
  const goingOn = useGoingOn();
  const incidents = goingOn.data?.data ?? [];
  return (
    <div className={styles.page}>
      <WatchContainers ids={ids} />
      <FleetStrip {...stripOf(containers)} hasForecast={cover.forecast > 0} isComing={cover.isComing} />
      <TroubleRow
        asked={goingOn}
        incidents={incidents}
        needs={besideIncidents(needsAttention(connected, now, judged.knownMs), incidents)}
        containers={connected}
        cover={cover}
        hasOtherZones={zonesApart(connected, browserZone, now).length > 0}
        {...judged}
      />
      <Figures containers={connected} {...judged} />
      {isWhole ? (
        <>
          <EnergyCard containers={connected} {...judged} />
          <Suspense>
            <TourOffer />
          </Suspense>
          <Origins now={now} />
          <MapCard containers={containers} now={now} />
          <ContainerGrid
            containers={ordered}
            limit={limit}
            onMore={() => setMore(more + cardsAtOnce)}
            frameRef={frameRef}
            now={now}
            corner={({ containerId, name, favorite: isFavorite }) => (
              <FavoriteStar
                name={name}
                isFavorite={isFavorite}
                onToggle={() => toggle({ containerId, name, isFavorite })}
              />
            )}
          />
          <Suspense>
            <PinnedWidgets now={now} />
          </Suspense>
        </>
      ) : (
        <Skeleton height={energyHeight} radius={10} />
      )}
    </div>
  );
}

const stripOf = (containers: readonly ContainerRow[]) => ({
  counts: countStates(containers),
  worstWarning: worstWarningOf(containers),
});

/** Height of the energy card, so that what follows it does not jump. */
const energyHeight = 620;
/** Has the whole screen been drawn in the life of this page? */
let wasWhole = false;

/**
 * False in the very first picture, which is what stands at the top: is it up, is there enough energy, what needs me? The
 * rest is drawn after it, in pieces between which a press is answered. Whoever comes back finds everything at once, and
 * so the place that they had scrolled to.
 */
function useRestLater(): boolean {
  const [atFirst] = useState(wasWhole);
  const isWhole = useDeferredValue(true, atFirst);
  useEffect(() => {
    wasWhole ||= isWhole;
  }, [isWhole]);
  return isWhole;
}

/** The figures of today, with their history and their change where the energy of both days is known. */
function Figures(props: Omit<TodayFiguresProps, "energy">) {
  const { data } = useFleetEnergy(chartRanges({ period: "day" }, props.now, browserZone), browserZone);
  return <TodayFigures {...props} energy={data} />;
}

/** The energy of the period that the address names, and of the one before. */
function useChosenEnergy(now: number) {
  const { period = "day", from, to } = useSearch({ strict: false }) as DashboardSearch;
  const choice: PeriodChoice = { period, ...(from !== undefined && to !== undefined ? { from, to } : {}) };
  const ranges = chartRanges(choice, now, browserZone);
  return { choice, ranges, energy: useFleetEnergy(ranges, browserZone) };
}

/**
 * Fetches it in parallel with the containers, not after them; draws nothing, so that another period does not redraw
 * everything.
 */
function EnergyAhead() {
  useChosenEnergy(useTick());
  return null;
}

/** Chart of generation against consumption; it fails alone. */
function EnergyCard({ containers, now, knownMs }: Pick<Required<TodayFiguresProps>, "containers" | "now" | "knownMs">) {
  const { t } = useTranslation("dashboard");
  const navigate = useNavigate();
  const { choice, ranges, energy } = useChosenEnergy(now);
  const drawn = useFollowing(useLastAnswer(ranges, energy));
  const shown = saidRange(ranges.range, now);
  const zoom = useAddressZoom();
  const hours = useHours(nearHours(ranges.range, zoom.view, browserZone), browserZone);
  // After what was measured, which is what people wait for.
  const forecast = useFleetForecast(energy.data !== undefined && ranges.range.toMs > now);
  const late = containers.filter((container) => !isCounted(container, "energyConsumption", knownMs));
  const choose = ({ period, from, to }: PeriodChoice) => {
    const next = from !== undefined && to !== undefined ? { period, from, to } : period === "day" ? {} : { period };
    void navigate({ to: "/", search: next as DashboardSearch, resetScroll: false });
  };
  return (
    <section className="og-card" aria-labelledby="fleet-energy">
      <div className="og-head">
        <h2 className="og-title" id="fleet-energy">
          {t("energy.title")}
        </h2>
        <PeriodBar value={choice} onChange={choose} {...{ periods, now, shown }} zone={browserZone} />
      </div>
      <Async of={drawn} title={t("energy.title")} height={560} skeleton={<Skeleton height={548} mt={12} radius={8} />}>
        {({ question: { range, before }, answer }) => (
          <>
            <EnergyChart
              energy={answer}
              hours={hours}
              zoom={zoom}
              range={range}
              period={choice.period}
              beforeMs={before.fromMs}
              forecast={range.toMs > now ? forecast.data : undefined}
              connected={containers.length}
              zone={browserZone}
              otherZones={zonesApart(containers, browserZone, now).length}
              apart={range.toMs >= now ? datesApart(containers, browserZone, now) : { ahead: 0, behind: 0 }}
            />
            <EnergyNotes
              range={range}
              upTo={energy.upToMs}
              before={energy.before}
              forecast={range.toMs > now ? forecast : undefined}
              zone={browserZone}
            />
          </>
        )}
      </Async>
      {/* Below the chart, which must not jump each time one is late, nor be drawn again. */}
      {late.length > 0 && (
        <p className="og-small">
          {t("upToDate", { counted: containers.length - late.length, count: containers.length })}{" "}
          <LeftOut containers={late} now={knownMs} />.
        </p>
      )}
    </section>
  );
}

function Origins({ now }: { now: number }) {
  const { ranges, energy } = useChosenEnergy(now);
  const found = useOrigins(ranges, browserZone, energy.data !== undefined || energy.error !== null);
  const kept = useLastAnswer(ranges.range, quiet(found));
  const range = kept.data && saidRange(kept.data.question, now);
  return <OriginsCard origins={{ ...kept, data: kept.data?.answer }} range={range} zone={browserZone} />;
}

function NoContainers({ mayRegister }: { mayRegister: boolean }) {
  const { t } = useTranslation("dashboard");
  return (
    <EmptyState
      title={t("empty.title")}
      why={t(mayRegister ? "empty.register" : "empty.ask")}
      icon={<IconBox size={40} />}
      action={
        mayRegister && (
          <Button renderRoot={(props) => <Link to="/containers/new" {...props} />}>{t("empty.action")}</Button>
        )
      }
    />
  );
}

function FleetSkeleton() {
  return (
    <div className={styles.page}>
      <Skeleton height={98} radius={10} />
      <Skeleton height={160} radius={10} />
      <div className={styles.figures}>
        {[1, 2, 3].map((place) => (
          <Skeleton key={place} height={122} radius={10} />
        ))}
      </div>
      <Skeleton height={energyHeight} radius={10} />
    </div>
  );
}

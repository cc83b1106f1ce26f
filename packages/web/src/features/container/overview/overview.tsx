import type { ContainerInfoV4 } from "@offgrid/contract/containers/containers.schema";
import type { EnergyBalance } from "@offgrid/contract/charts/charts.schema";
import { type ReactNode, lazy } from "react";
import { useTranslation } from "react-i18next";

import type { Pending } from "../../../ui/async.tsx";
import { atMs, batteryState } from "../../../domain/containers/container-facts.ts";
import { freshnessOf } from "../../../ui/freshness.ts";
import { KpiCard } from "../../../ui/kpi-card.tsx";
import { LaterPart } from "../../../ui/later-part.tsx";
import { SocBar } from "../../../domain/container/soc-bar.tsx";
import styles from "../container.module.css";
import type { FineHistory } from "../../../domain/container/use-finer.ts";
import type { BesideMetric, DayAnswer } from "../container.data.ts";
import { DataCard } from "./data-card.tsx";
import type { Happened } from "../../../domain/charts/happened.ts";
import { DayCard } from "../days/day-card.tsx";
import type { ChartZoom } from "../../../chart/use-chart-view.ts";
import type { HoursAhead } from "../days/hours-ahead.ts";
import type { LocalDay } from "../days/local-day.ts";
import { BoughtToday } from "./bought-today.tsx";
import { DeviceCard } from "./device-card.tsx";
import { EnergyCard } from "./energy-card.tsx";
import { changeOf, kpiHistory, type KpiMetric, kpiMetrics } from "../../../domain/container/kpi-history.ts";
import { shownCharge } from "../../../domain/container/charge-text.ts";

/** Below all else. */
const AllValues = lazy(async () => ({ default: (await import("./all-values.tsx")).AllValues }));

export interface OverviewProps {
  info: ContainerInfoV4;
  now: number;
  day: LocalDay;
  history: Pending<FineHistory>;
  beside: readonly BesideMetric[];
  /** Warnings and works in the day. */
  happened?: Happened | undefined;
  /** Energy since the container's midnight. */
  today: Pending<EnergyBalance>;
  zoom: ChartZoom;
  onStep: (step: -1 | 1) => void;
  /** Back to the last hours. */
  onLatest: () => void;
  /** What is expected after them; undefined: nothing is known of it. */
  ahead: HoursAhead | undefined;
  /** Histories of the leading figures, in the order of `kpiMetrics`. */
  kpis: Pick<DayAnswer, "t" | "series"> | undefined;
  /** The forecast of the battery has nothing to draw, and leaves the room to the sun beside it. */
  isForecastBare: boolean;
  /** The cards of other services, each with its own states. */
  blackout: ReactNode;
  weather: ReactNode;
  /** What happened last. */
  events: ReactNode;
}

/** A container at present and over a day. */
export function Overview({
  info,
  now,
  day,
  history,
  beside,
  happened,
  today,
  zoom,
  onStep,
  onLatest,
  ahead,
  kpis,
  isForecastBare,
  blackout,
  weather,
  events,
}: OverviewProps) {
  return (
    <div className="og-stack">
      <PowerNow info={info} now={now} kpis={kpis} />
      <div className={isForecastBare ? styles.middle : styles.outlook}>
        {blackout}
        {weather}
      </div>
      <DayCard
        info={info}
        day={day}
        history={history}
        beside={beside}
        happened={happened}
        zoom={zoom}
        onStep={onStep}
        ahead={ahead}
        home="latest"
        onHome={onLatest}
      />
      {/* What happened explains the lines above it. */}
      {events}
      <div className={styles.middle}>
        <EnergyCard energy={info.energyToday} of={today} bought={<BoughtToday info={info} />} />
        <div className={styles.beside}>
          <DeviceCard devices={info.devices} />
          <DataCard data={info.dataToday} isSeen={info.lastSeen !== null} now={now} zone={info.zoneName} />
        </div>
      </div>
      <LaterPart height={120}>
        <AllValues values={info.values} everyS={info.everyS} now={now} zone={info.zoneName} />
      </LaterPart>
    </div>
  );
}

/** Panels that give less, W, charge no battery. */
const sunBelowW = 50;

/** Solar, consumption, state of charge and battery power, each with its age. */
function PowerNow({ info, now, kpis }: Pick<OverviewProps, "info" | "now" | "kpis">) {
  const { t } = useTranslation("container");
  const isOld = (at: string | undefined) =>
    ["stale", "none"].includes(freshnessOf(at === undefined ? undefined : atMs(at), info.everyS, now));
  const figure = (metric: KpiMetric) => {
    const found = info.values[metric];
    const { spark, yesterday } = kpiHistory(kpis?.t ?? [], kpis?.series[kpiMetrics.indexOf(metric)] ?? [], now);
    const areLoadsCut = info.energy.level === "cut";
    const reading = found && { value: found.value, isOld: isOld(found.at), areLoadsCut };
    return {
      spark,
      change: changeOf(metric, reading, yesterday),
      value: found?.value,
      at: found && atMs(found.at),
      everyS: info.everyS,
      now,
      zone: info.zoneName,
    };
  };
  const soc = figure("battery.soc");
  const battery = figure("battery.power");
  const state = batteryState({ soc: soc.value, batteryPower: battery.value }, isOld(info.values["battery.soc"]?.at));
  const flow = flowWord(info, battery.value, isOld(info.values["battery.power"]?.at));
  return (
    <section className={styles.figures} aria-labelledby="container-now">
      <h2 className="visually-hidden" id="container-now">
        {t("now")}
      </h2>
      <KpiCard label={t("solar")} unit="W" {...figure("solar.power")} />
      <KpiCard label={t("load")} unit="W" {...figure("load.power")} />
      <KpiCard
        label={t("soc")}
        unit="percent"
        {...soc}
        value={shownCharge(soc.value, info.reserveSoc)}
        note={state === "full" ? t("full") : undefined}
        action={
          <span className={styles.soc}>
            <SocBar
              percent={soc.value}
              state={state}
              reservePercent={info.reserveSoc}
              isCut={info.energy.level === "cut"}
              wordsShown={false}
            />
          </span>
        }
      />
      <KpiCard
        label={t("battery")}
        unit="W"
        {...battery}
        value={battery.value === undefined ? undefined : Math.abs(battery.value)}
        note={battery.value === undefined ? undefined : t(`flow.${flow}`)}
      />
    </section>
  );
}

/** What the battery does, or did where nothing new has come. Full says nothing of the direction; the power beside it does. */
function flowWord(info: ContainerInfoV4, batteryPower: number | undefined, isOld: boolean) {
  const flow = batteryState({ soc: undefined, batteryPower }, false) as "charging" | "discharging" | "idle";
  if (isOld) return `was.${flow}` as const;
  return flow === "charging" ? chargingFrom(info) : flow;
}

/** What charges the battery, where a generator runs: the sun gives the rest, if it gives anything. */
function chargingFrom({ energy: { generator }, values }: ContainerInfoV4) {
  if (generator?.work !== "charging") return "charging";
  return (values["solar.power"]?.value ?? 0) < sunBelowW ? "chargingGenerator" : "chargingGeneratorSun";
}

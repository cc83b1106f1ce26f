import type { ContainerInfoV4 } from "@offgrid/contract/containers/containers.schema";
import { useTranslation } from "react-i18next";

import { shownCharge } from "../../../domain/container/charge-text.ts";
import { changeOf, kpiHistory, type KpiMetric, kpiMetrics } from "../../../domain/container/kpi-history.ts";
import { SocBar } from "../../../domain/container/soc-bar.tsx";
import { atMs, batteryState } from "../../../domain/containers/container-facts.ts";
import { KpiCard } from "../../../ui/kpi-card.tsx";
import { useFreshness } from "../../../ui/use-freshness.ts";
import { figuresPx } from "../tabs/tab-skeleton.tsx";
import styles from "../container.module.css";
import type { DayAnswer } from "../container.data.ts";

export interface PowerNowProps {
  info: ContainerInfoV4;
  now: number;
  /** Histories of the leading figures, in the order of `kpiMetrics`. */
  kpis: Pick<DayAnswer, "t" | "series"> | undefined;
}

/** Panels that give less, W, charge no battery. */
const sunBelowW = 50;

/** What is said against yesterday comes later, and moves nothing. */
const awaited = { minHeight: figuresPx };

/** Solar, consumption, state of charge and battery power, each with its age. */
export function PowerNow({ info, now, kpis }: PowerNowProps) {
  const { t } = useTranslation("container");
  const freshnessOf = useFreshness();
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
    <section className={styles.figures} style={kpis ? undefined : awaited} aria-labelledby="container-now">
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
              energy={info.energy}
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

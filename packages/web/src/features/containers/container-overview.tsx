import type { ContainerInfoV4 } from "@offgrid/contract/containers/containers.schema";
import { IconPlugConnectedX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { formatAge } from "../../core/time.ts";
import type { Pending } from "../../ui/async.tsx";
import { atMs, batteryState } from "../../ui/container/site-facts.ts";
import { ageMs, freshnessOf } from "../../ui/freshness.ts";
import { KpiCard } from "../../ui/kpi-card.tsx";
import { SocBar } from "../../ui/soc-bar.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { AllValues } from "./all-values.tsx";
import styles from "./container.module.css";
import type { DayAnswer, DayDownload } from "./containers.data.ts";
import { DataCard } from "./data-card.tsx";
import { DayCard } from "./day-card.tsx";
import type { LocalDay } from "./day-course.ts";
import { DeviceCard } from "./device-card.tsx";
import { EnergyCard } from "./energy-card.tsx";

export interface OverviewProps {
  info: ContainerInfoV4;
  now: number;
  day: LocalDay;
  course: Pending<DayAnswer>;
  download: DayDownload | undefined;
  onStep: (step: -1 | 1) => void;
  onToday: () => void;
}

/** A container at present and over a day. */
export function Overview({ info, now, day, course, download, onStep, onToday }: OverviewProps) {
  return (
    <div className={styles.page}>
      <PowerNow info={info} now={now} />
      <DayCard info={info} day={day} course={course} download={download} onStep={onStep} onToday={onToday} />
      <div className={styles.middle}>
        <div className={styles.page}>
          <EnergyCard energy={info.energyToday} />
          <DataCard data={info.dataToday} now={now} />
        </div>
        <DeviceCard devices={info.devices} />
      </div>
      <AllValues values={info.values} everyS={info.everyS} now={now} zone={info.zoneName} />
    </div>
  );
}

/** Solar, consumption, state of charge and battery power, each with its age. */
function PowerNow({ info, now }: { info: ContainerInfoV4; now: number }) {
  const { t } = useTranslation("containers");
  const figure = (metric: string) => {
    const found = info.values[metric];
    return {
      value: found?.value,
      at: found && atMs(found.at),
      everyS: info.everyS,
      now,
      zone: info.zoneName,
    };
  };
  const soc = figure("battery.soc");
  const battery = figure("battery.power");
  const level = freshnessOf(soc.at, info.everyS, now);
  const stale = level === "stale" || level === "none";
  const state = batteryState({ soc: soc.value, batteryPower: battery.value }, stale);
  // Full says nothing of the direction; the power beside it does.
  const flow = batteryState({ soc: undefined, batteryPower: battery.value }, false);
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
        note={state === "full" ? t("full") : undefined}
        action={
          <span className={styles.soc}>
            <SocBar percent={soc.value} state={state} wordsShown={false} />
          </span>
        }
      />
      <KpiCard
        label={t("battery")}
        unit="W"
        {...battery}
        value={battery.value === undefined ? undefined : Math.abs(battery.value)}
        note={battery.value === undefined ? undefined : t(`flow.${flow as "charging" | "discharging" | "idle"}`)}
      />
    </section>
  );
}

/** Says above all figures that they are the last known ones. */
export function OfflineNote({ info, now }: { info: ContainerInfoV4; now: number }) {
  const { t } = useTranslation("containers");
  const locale = useLocale();
  const seen = atMs(info.lastSeen);
  return (
    <p className={styles.note}>
      <IconPlugConnectedX size={20} aria-hidden />
      <span>{seen === undefined ? t("neverSeen") : t("lastKnown", { age: formatAge(ageMs(seen, now), locale) })}</span>
    </p>
  );
}

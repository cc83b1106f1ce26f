import type { ContainerInfoV4 } from "@offgrid/contract/containers/containers.schema";
import type { EnergyBalance } from "@offgrid/contract/charts/charts.schema";
import { type ReactNode, lazy } from "react";

import type { Pending } from "../../../ui/async.tsx";
import { LaterPart } from "../../../ui/later-part.tsx";
import styles from "../container.module.css";
import type { FineHistory } from "../../../domain/container/use-finer.ts";
import type { BesideMetric } from "../container.data.ts";
import { DataCard } from "./data-card.tsx";
import type { Happened } from "../../../domain/charts/happened.ts";
import { DayCard } from "../days/day-card.tsx";
import type { ChartZoom } from "../../../chart/use-chart-view.ts";
import type { HoursAhead } from "../days/hours-ahead.ts";
import type { LocalDay } from "../days/local-day.ts";
import { BoughtToday } from "./bought-today.tsx";
import { DeviceCard } from "./device-card.tsx";
import { EnergyCard } from "./energy-card.tsx";
import { PowerNow, type PowerNowProps } from "./power-now.tsx";

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
  kpis: PowerNowProps["kpis"];
  /** The forecast of the battery has nothing to draw, and leaves the room to the sun beside it. */
  isForecastBare: boolean;
  /** Devices, data and all other values are not known, and left out. */
  isPartly?: boolean;
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
  isPartly = false,
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
        {!isPartly && (
          <div className={styles.beside}>
            <DeviceCard devices={info.devices} />
            <DataCard data={info.dataToday} isSeen={info.lastSeen !== null} now={now} zone={info.zoneName} />
          </div>
        )}
      </div>
      {!isPartly && (
        <LaterPart height={120}>
          <AllValues values={info.values} everyS={info.everyS} now={now} zone={info.zoneName} />
        </LaterPart>
      )}
    </div>
  );
}

import { useTranslation } from "react-i18next";

import { BegunNote } from "../../chart/begun-note.tsx";
import { LostLine, type Pending } from "../../ui/async.tsx";
import type { TimeRange } from "../../ui/period-range.ts";
import type { FleetForecast } from "./dashboard.data.ts";
import { isByHour } from "./chart-range.ts";

type Asked<Data> = Pick<Pending<Data>, "data" | "error" | "refetch">;

export interface EnergyNotesProps {
  range: TimeRange;
  /** Until when its energy is known, epoch ms. */
  upTo: number;
  before: Asked<unknown>;
  /** Undefined where the range does not reach the present. */
  forecast: Asked<FleetForecast> | undefined;
  zone: string;
}

/** Below the chart: that its last day is not over, and what of it could not be loaded, which nobody would miss otherwise. */
export function EnergyNotes({ range, upTo, before, forecast, zone }: EnergyNotesProps) {
  const { t } = useTranslation("dashboard");
  const isHours = isByHour(range);
  return (
    <>
      {!isHours && upTo < range.toMs && <BegunNote {...{ upTo, zone }} />}
      {before.data === undefined && <LostLine of={before} words={t("energy.beforeLost")} />}
      {isHours && forecast && forecast.data === undefined && (
        <LostLine of={forecast} words={t("energy.forecastLost")} />
      )}
    </>
  );
}

import type { EnergyState } from "@offgrid/contract/energy-state/energy-state.schema";
import type { BlackoutBrief } from "@offgrid/contract/forecast/forecast.schema";

import { formatTime } from "../../core/time.ts";
import type { EnergyWords } from "./use-energy-words.ts";
import { unknownSentence } from "./energy-words.ts";
import { type BatteryNow, hoursLeft, hoursLeftText } from "./hours-left.ts";

export interface HoursLeftFigureProps {
  energy: EnergyState;
  forecast: BlackoutBrief | null;
  battery: BatteryNow;
  zone: string;
  now: number;
  words: EnergyWords;
}

/** How long the loads will have power, in its one shape; a dash says why. */
export function HoursLeftFigure({ energy, forecast, battery, zone, now, words }: HoursLeftFigureProps) {
  const left = hoursLeft(energy, forecast, battery, now);
  const text = hoursLeftText(left, words);
  if (left.kind === "unknown") {
    const why = left.why === "blind" ? unknownSentence({ energy, now }, words) : words.t(`hoursLeft.why.${left.why}`);
    return (
      <span title={why}>
        {text}
        <span className="visually-hidden"> {why}</span>
      </span>
    );
  }
  const isLong = left.kind === "at_power" || (left.kind === "lasting" && left.chance !== undefined);
  if (left.kind !== "hours" || energy.cutAt === null) {
    return (
      <span className={isLong ? undefined : "og-grave og-nowrap"} data-kind={left.kind}>
        {text}
      </span>
    );
  }
  return (
    <time dateTime={energy.cutAt} title={formatTime(Date.parse(energy.cutAt), "dateTime", zone, words.locale)}>
      {text}
    </time>
  );
}

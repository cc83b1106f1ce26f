import type { EnergyState } from "@offgrid/contract/energy-state/energy-state.schema";
import type { BlackoutBrief } from "@offgrid/contract/forecast/forecast.schema";

import { formatTime } from "../../core/time.ts";
import type { EnergyWords } from "./use-energy-words.ts";
import { unknownSentence } from "./energy-words.ts";
import { type BatteryNow, hoursLeft, hoursLeftText } from "./hours-left.ts";
import { knownAge } from "./known-age.ts";

export interface HoursLeftFigureProps {
  energy: EnergyState;
  forecast: BlackoutBrief | null;
  battery: BatteryNow;
  /** Expected seconds between two values. */
  everyS: number;
  zone: string;
  now: number;
  words: EnergyWords;
}

/** How long the loads will have power, in its one shape; a dash says why, and what is not of now says of when it is. */
export function HoursLeftFigure({ energy, forecast, battery, everyS, zone, now, words }: HoursLeftFigureProps) {
  // While nothing comes here the figure is that of the age beside it: hours that count on would be known from then and now.
  const asOfMs = words.isLastKnown && energy.at !== null ? Math.min(now, Date.parse(energy.at)) : now;
  const left = hoursLeft(energy, forecast, battery, asOfMs);
  const age = knownAge({ energy, everyS, now }, words);
  const { figure, note } = hoursLeftText(left, words, age);
  if (left.kind === "unknown") {
    const why = left.why === "blind" ? unknownSentence({ energy, now }, words) : words.t(`hoursLeft.why.${left.why}`);
    return (
      <span title={why}>
        {figure}
        <span className="visually-hidden"> {why}</span>
      </span>
    );
  }
  if (note !== undefined) {
    return (
      <span className="og-words">
        <span className={left.kind === "cut" ? "og-nowrap og-grave" : "og-nowrap"} data-kind={left.kind}>
          {figure}
        </span>{" "}
        <span className="og-small">{note}</span>
      </span>
    );
  }
  if (left.kind !== "hours" || energy.cutAt === null) {
    // Words are longer than figures, and a card is narrow.
    const isWords = left.kind === "generator";
    return (
      <span className={isWords ? "og-grave" : "og-grave og-nowrap"} data-kind={left.kind}>
        {figure}
      </span>
    );
  }
  return (
    <time dateTime={energy.cutAt} title={formatTime(Date.parse(energy.cutAt), "dateTime", zone, words.locale)}>
      {figure}
    </time>
  );
}

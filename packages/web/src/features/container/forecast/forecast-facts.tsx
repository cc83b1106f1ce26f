import type { ForecastSetting } from "@offgrid/contract/forecast/forecast.schema";
import { useTranslation } from "react-i18next";

import type { Answer } from "../../../core/api/call.ts";
import { formatQuantityText } from "../../../core/format.ts";
import { cutOffKnown } from "../../../domain/blackout/blackout-words.ts";
import { useLocale } from "../../../ui/use-locale.ts";

export interface ForecastFactsProps {
  setting: ForecastSetting;
  /** Undefined: not known yet. */
  blackout: Answer<"getBlackoutForecast"> | undefined;
}

/** What forecasts go by now, each with how it is known. */
export function ForecastFacts({ setting, blackout }: ForecastFactsProps) {
  const { t } = useTranslation(["forecast-setting", "blackout"]);
  const locale = useLocale();
  const percent = (value: number | null | undefined) => formatQuantityText(value, "percent", locale);
  const { isGuessed, capacity } = setting;
  const lines = [
    isGuessed && capacity === 0
      ? t("facts.panelsUnknown")
      : t(isGuessed ? "facts.panelsLearned" : "facts.panelsSet", { power: formatQuantityText(capacity, "W", locale) }),
    ...(blackout ? ofBattery(blackout) : []),
  ];
  function ofBattery({ data, energy }: Answer<"getBlackoutForecast">): (string | false)[] {
    const { soc, seenSoc } = data.cutOff;
    return [
      data.state !== "none" &&
        t(`blackout:cutOffNote.${cutOffKnown(data, energy)}`, { percent: percent(soc), seen: percent(seenSoc) }),
      data.capacity !== null &&
        t(`facts.battery.${data.capacity.from}`, { energy: formatQuantityText(data.capacity.value, "Wh", locale) }),
      data.hasGenerator && t("facts.generator"),
    ];
  }
  return (
    <ul className="og-flush" aria-label={t("facts.title")}>
      {lines.map((line) => line && <li key={line}>{line}</li>)}
    </ul>
  );
}

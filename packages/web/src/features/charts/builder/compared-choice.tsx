import type { ComparedTime } from "@offgrid/contract/charts/chart-choices";
import { comparedStep, earlierRange } from "@offgrid/contract/charts/compared-time";
import { Checkbox } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { useTick } from "../../../core/live/tick.ts";
import { formatTime, rangeWords } from "../../../core/time.ts";
import type { ChartLink } from "../../../domain/charts/charts.data.ts";
import { useLocale } from "../../../ui/use-locale.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

interface ComparedChoiceProps {
  compared: ComparedTime;
  range: ChartLink["range"];
  /** That of the chart. */
  zone: string;
  isChosen: boolean;
  onChange: (isChosen: boolean) => void;
}

/** Whether a link also shows the earlier time that its chart is compared with, and how far back people see then. */
export function ComparedChoice({ compared, range, zone, isChosen, onChange }: ComparedChoiceProps) {
  const { t } = useTranslation("charts");
  const locale = useLocale();
  const now = useTick();
  const own =
    range.kind === "rolling"
      ? { fromMs: now - range.hours * hourMs, toMs: now }
      : { fromMs: range.from, toMs: range.to };
  // Of a picker people may choose any part: that of the whole goes back the furthest.
  const earlier = earlierRange(own, comparedStep(compared, "custom", own.toMs - own.fromMs), { zone });
  const date = (at: number) => formatTime(at, "date", zone, locale);
  const days = rangeWords(earlier, zone, locale);
  return (
    <Checkbox
      label={t("share.compared", {
        what: range.kind === "fixed" ? days : t(`share.comparedWith.${comparedWord(compared, range)}`),
      })}
      description={t(`share.comparedWhy.${range.kind}`, {
        date: date(earlier.fromMs),
        count: Math.round((now - earlier.fromMs) / dayMs),
      })}
      checked={isChosen}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

/** What a link calls an earlier time. What is shorter than a day, as a part of a range may be, lies a whole day after it. */
export function comparedWord(compared: ComparedTime, { kind }: ChartLink["range"]) {
  return compared === "previous" && kind !== "rolling" ? "sameHours" : compared;
}

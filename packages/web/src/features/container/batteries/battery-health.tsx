import { balanceAt, judgedSoc } from "@offgrid/contract/devices/battery-alarms";
import type { ContainerInfoV4 } from "@offgrid/contract/containers/containers.schema";
import { IconCircleCheck, IconHelpCircle, IconInfoCircle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { formatCount, formatQuantityText } from "../../../core/format.ts";
import { Section } from "../../../ui/section.tsx";
import { StatusMark } from "../../../domain/containers/status-mark.tsx";
import { useAgeWords, useFreshness } from "../../../ui/use-freshness.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import { allAlarmsNow } from "../values/alarms-now.ts";
import {
  alarmsUnknown,
  chargeLimited,
  type Battery,
  type CellSpread,
  packDifference,
  socBelowReserve,
} from "./battery-facts.ts";
import { alarmLevels } from "../../../domain/containers/alarm-levels.ts";
import { chargeText } from "../../../domain/container/charge-text.ts";

export interface BatteryHealthProps {
  info: Pick<ContainerInfoV4, "values" | "everyS" | "reserveSoc" | "energy">;
  batteries: readonly Battery[];
  spread: CellSpread | undefined;
  now: number;
}

/** From here on packs of one bank are said to differ, points of charge. */
const packsApart = 5;

/** Alarms, and a text on how well cells and packs agree. */
export function BatteryHealth({ info, batteries, spread, now }: BatteryHealthProps) {
  const { values } = info;
  const { t } = useTranslation("batteries");
  const locale = useLocale();
  const difference = packDifference(batteries);
  const balance = spread && balanceAt(spread, values["battery.soc"]?.value);
  const words = spread && {
    spread: formatQuantityText(spread.spreadMv, "mV", locale),
    cell: spread.lowest,
    low: formatQuantityText(judgedSoc.low, "percent", locale),
    high: formatQuantityText(judgedSoc.high, "percent", locale),
  };
  return (
    <Section title={t("health")}>
      <Alarms info={info} batteries={batteries} now={now} />
      {words && (
        <p className="og-flush">
          {t(`balance.${balance ?? "balanced"}`, words)}{" "}
          {(balance === "watch" || balance === "alarm") && spread?.lowest !== undefined && t("check", words)}
        </p>
      )}
      {difference !== undefined && (
        <p className="og-flush">
          {t(difference >= packsApart ? "packsApart" : "packsTogether", {
            count: Math.round(difference),
            points: formatCount(difference, locale),
          })}
        </p>
      )}
    </Section>
  );
}

function limitedKey({ degC, mostW }: NonNullable<ReturnType<typeof chargeLimited>>) {
  if (mostW !== undefined) return "chargeAllowed";
  return degC === undefined ? "chargeLimited" : "chargeLimitedAt";
}

/** What is wrong now, that nothing is, or that nobody knows. */
function Alarms({ info, batteries, now }: Omit<BatteryHealthProps, "spread">) {
  const { values, everyS, reserveSoc: reservePercent } = info;
  const { t } = useTranslation(["batteries", "container-facts"]);
  const locale = useLocale();
  const judge = useFreshness();
  const { ageOf } = useAgeWords();
  const alarms = allAlarmsNow(values, everyS);
  const unknown = alarmsUnknown(values, everyS, now, judge);
  const low = socBelowReserve(batteries, reservePercent);
  const limited = chargeLimited(values, everyS, now, judge);
  return (
    <ul className="og-close-stack og-plain-list">
      {low !== undefined && (
        // A level of charge, as on its bar: what counts as a warning is what the battery reports.
        <li className={info.energy.level === "cut" ? "og-danger" : "og-amber"}>
          {t("belowReserve", {
            soc: chargeText(low, reservePercent, locale),
            reserve: formatQuantityText(reservePercent, "percent", locale),
          })}
        </li>
      )}
      {alarms.map((alarm) => (
        <li key={alarm} className="og-line og-fine">
          <StatusMark state="warning" />
          <span>{t(`container-facts:alarm.${alarm}`, alarmLevels())}</span>
        </li>
      ))}
      {limited && (
        <li className="og-row og-top">
          <IconInfoCircle size={20} className="og-fixed og-amber" aria-hidden />
          <span>
            {t(limitedKey(limited), {
              limit: formatQuantityText(limited.limitA, "A", locale),
              temperature: formatQuantityText(limited.degC, "degC", locale),
              power: formatQuantityText(limited.mostW, "W", locale),
            })}
          </span>
        </li>
      )}
      {alarms.length === 0 && low === undefined && !unknown && !limited && (
        <li className="og-row og-top">
          <IconCircleCheck size={20} className="og-fixed og-accent" aria-hidden />
          <span>{t("noAlarm")}</span>
        </li>
      )}
      {unknown && (
        <li className="og-row og-top">
          <IconHelpCircle size={20} className="og-fixed og-amber" aria-hidden />
          <span>
            {t(unknown.isAll ? "alarmsUnknown" : "alarmsPartlyUnknown", {
              age: ageOf(unknown.sinceMs, now),
            })}
          </span>
        </li>
      )}
    </ul>
  );
}

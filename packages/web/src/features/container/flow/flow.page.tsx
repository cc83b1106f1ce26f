import { IconTopologyStar3 } from "@tabler/icons-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import { formatQuantityText } from "../../../core/format.ts";
import { formatTime, isoDay } from "../../../core/time.ts";
import { Async, quiet } from "../../../ui/async.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { EnergyFlow } from "../../../domain/energy-flow/energy-flow.tsx";
import { type Flow, flowOf, isFlowing, unmeteredShare } from "../../../domain/energy-flow/flow-balance.ts";
import { flowsOf, readingsAt } from "../../../domain/energy-flow/flow-history.ts";
import { useFlowMetrics } from "../../../domain/energy-flow/flow.data.ts";
import { idleBranches, idleEquipment } from "../../../domain/energy-flow/idle-branches.ts";
import { IdleNote } from "../../../domain/energy-flow/idle-note.tsx";
import { latestReadings } from "../../../domain/energy-flow/latest-readings.ts";
import { useFlowFacts } from "../../../domain/energy-flow/use-flow-facts.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import type { TabProps } from "../tabs/container-tabs.ts";
import { branchEnergies } from "../device-energy/device-energy.ts";
import { dayOf } from "../days/local-day.ts";
import { useEnergyOfDay } from "./flow.data.ts";
import { FlowAwaited } from "./flow-awaited.tsx";
import { FlowHead } from "./flow-head.tsx";
import { FlowToday } from "./flow-today.tsx";
import { useFreshness } from "../../../ui/use-freshness.ts";
import styles from "./flow.module.css";
import { ScrubBar } from "./scrub-bar.tsx";
import { useReplay } from "./use-replay.ts";

/** What feeds what now, at any time in the last 24 hours, and at an earlier instant that the address names. */
export function FlowTab({ info, now }: TabProps) {
  const { t } = useTranslation("energy-flow");
  const locale = useLocale();
  const metrics = useFlowMetrics(info);
  const replay = useReplay(info, metrics, now);
  const { history, instants, shownMs, earlier } = replay;
  const replayedDate = earlier && formatTime(earlier.fromMs, "dayMonth", info.zoneName, locale);

  const judge = useFreshness();
  const readings = useMemo(
    () =>
      shownMs !== undefined && history.data
        ? readingsAt(history.data, metrics, shownMs)
        : latestReadings(info.values, metrics, info.everyS, now, judge),
    [shownMs, history.data, metrics, info.values, info.everyS, now, judge],
  );
  const flow = useMemo(() => flowOf(readings), [readings]);
  const replayed = useMemo(() => flowsOf(history.data, metrics), [history.data, metrics]);
  const folded = useMemo(() => idleBranches(flow, replayed), [flow, replayed]);
  const day = dayOf(shownMs === undefined ? undefined : isoDay(shownMs, info.zoneName), now, info.zoneName);
  const energyOfDay = useEnergyOfDay(info.containerId, info.zoneName, day);
  const energyDay = day.isToday ? undefined : formatTime(day.fromMs, "dayMonth", info.zoneName, locale);
  const balance = energyOfDay.data;
  const energies = balance ? branchEnergies(balance) : {};
  const isLive = shownMs === undefined;
  // Whatever instant is looked at, this is about the present.
  const isAway = useMemo(
    () => flowOf(latestReadings(info.values, metrics, info.everyS, now, judge)).isLastKnown,
    [info.values, metrics, info.everyS, now, judge],
  );
  const facts = useFlowFacts(info, flow, readings, shownMs ?? now, isLive);
  const nothing = Object.keys(info.values).length === 0 ? "never_title" : "empty_title";
  if (metrics.length === 0 || (isLive && flow.branches.length === 0)) {
    return (
      <div className="og-card">
        <EmptyState title={t(nothing)} why={t("empty_why")} icon={<IconTopologyStar3 size={40} />} />
      </div>
    );
  }
  // What flows now is no picture of the time that was asked for.
  if (replay.missingMs !== undefined) {
    const time = instants.length > 0 ? formatTime(replay.missingMs, "dateTime", info.zoneName, locale) : undefined;
    return <FlowAwaited {...{ history, time }} date={replayedDate} onLive={replay.toLive} />;
  }
  const isAveraged = history.data?.groupBy === "15m";
  const time = isLive
    ? undefined
    : t(isAveraged ? "replay.at" : "replay.atReading", {
        time: formatTime(shownMs, "dateTime", info.zoneName, locale),
      });
  return (
    <section className="og-card" aria-labelledby="container-flow">
      <FlowHead {...{ flow, now, time }} isLastKnown={isAway} onLive={() => replay.show(undefined)} />
      <EnergyFlow flow={flow} atMs={shownMs ?? now} {...{ folded, energies, energyDay }} {...facts} />
      <Balance flow={flow} />
      <IdleNote flow={flow} idle={idleEquipment(flow, folded)} atMs={shownMs ?? now} date={replayedDate} />
      <Async of={quiet(energyOfDay)} height={96}>
        {(found) => <FlowToday balance={found} date={energyDay} />}
      </Async>
      <Async of={history} height={88}>
        {() =>
          instants.length === 0 ? (
            <p className={styles.note}>{t("replay.none")}</p>
          ) : (
            <ScrubBar
              instants={instants}
              atMs={shownMs}
              onChange={replay.show}
              isPlaying={replay.isPlaying}
              onPlay={replay.play}
              zone={info.zoneName}
              words={time ?? t(isAway ? "lastKnown" : "replay.live")}
              date={replayedDate}
            />
          )
        }
      </Async>
    </section>
  );
}

/** How much goes through the bus, and how much of it no meter explains. */
function Balance({ flow }: { flow: Flow }) {
  const { t } = useTranslation("energy-flow");
  const locale = useLocale();
  const power = formatQuantityText(flow.throughputW, "W", locale);
  const isShown = flow.branches.some((branch) => branch.kind === "unmetered" && isFlowing(branch));
  const words = {
    power,
    unmetered: formatQuantityText(Math.abs(flow.unmeteredW), "W", locale),
    percent: formatQuantityText(unmeteredShare(flow) * 100, "percent", locale),
  };
  const isOldLeftOut = flow.branches.some(({ isStale, isCounted }) => isStale && !isCounted);
  return (
    <p className={styles.note}>
      {flow.throughputW < 0.5 ? t("balanceIdle") : t(isShown ? "balance" : "balanceNone", words)}{" "}
      {isShown && t("unmeteredWhy")} {isOldLeftOut && t("notCounted")}
    </p>
  );
}

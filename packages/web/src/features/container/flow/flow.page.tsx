import { IconTopologyStar3 } from "@tabler/icons-react";
import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";

import { formatQuantityText } from "../../../core/format.ts";
import { formatTime, isoDay } from "../../../core/time.ts";
import { Async, quiet } from "../../../ui/async.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { EnergyFlow } from "../../../domain/energy-flow/energy-flow.tsx";
import { type Flow, flowOf, isFlowing, unmeteredShare } from "../../../domain/energy-flow/flow-balance.ts";
import { flowsOf, instantsOf, readingsAt } from "../../../domain/energy-flow/flow-history.ts";
import { useFlowMetrics } from "../../../domain/energy-flow/flow.data.ts";
import { idleBranches, idleEquipment } from "../../../domain/energy-flow/idle-branches.ts";
import { IdleNote } from "../../../domain/energy-flow/idle-note.tsx";
import { latestReadings } from "../../../domain/energy-flow/latest-readings.ts";
import { useFlowFacts } from "../../../domain/energy-flow/use-flow-facts.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import type { TabProps } from "../tabs/container-tabs.ts";
import { branchEnergies } from "../device-energy/device-energy.ts";
import { dayOf } from "../days/local-day.ts";
import { useEnergyOfDay, useLastDay } from "./flow.data.ts";
import { FlowAge } from "./flow-age.tsx";
import { FlowToday } from "./flow-today.tsx";
import styles from "./flow.module.css";
import { nextInstant } from "./flow-replay.ts";
import { ScrubBar } from "./scrub-bar.tsx";

/** Between two instants of the replay, while it plays by itself. */
const playEveryMs = 400;

/** What feeds what now, and at any time in the last 24 hours. */
export function FlowTab({ info, now }: TabProps) {
  const { t } = useTranslation("energy-flow");
  const locale = useLocale();
  const metrics = useFlowMetrics(info);
  const history = useLastDay(info.containerId, info.zoneName, metrics);
  const instants = useMemo(() => (history.data ? instantsOf(history.data) : []), [history.data]);
  const [chosenMs, setChosenMs] = useState<number>();
  const [isPlaying, setPlaying] = useState(false);
  // An instant may have left the last 24 hours meanwhile.
  const shownMs = chosenMs !== undefined && instants.includes(chosenMs) ? chosenMs : undefined;

  useEffect(() => {
    if (!isPlaying) return undefined;
    const timer = setInterval(() => {
      setChosenMs((before) => {
        const next = nextInstant(instants, before);
        if (next === undefined) setPlaying(false);
        return next;
      });
    }, playEveryMs);
    return () => clearInterval(timer);
  }, [isPlaying, instants]);

  const readings = useMemo(
    () =>
      shownMs !== undefined && history.data
        ? readingsAt(history.data, metrics, shownMs)
        : latestReadings(info.values, metrics, info.everyS, now),
    [shownMs, history.data, metrics, info.values, info.everyS, now],
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
    () => flowOf(latestReadings(info.values, metrics, info.everyS, now)).isLastKnown,
    [info.values, metrics, info.everyS, now],
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
  return (
    <section className="og-card" aria-labelledby="container-flow">
      <div className="og-ends og-baseline og-after-more">
        <h2 className="og-title" id="container-flow">
          {t("title")}
        </h2>
        {isLive && <FlowAge flow={flow} now={now} />}
      </div>
      <EnergyFlow flow={flow} atMs={shownMs ?? now} {...{ folded, energies, energyDay }} {...facts} />
      <Balance flow={flow} />
      <IdleNote flow={flow} idle={idleEquipment(flow, folded)} atMs={shownMs ?? now} />
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
              onChange={setChosenMs}
              isPlaying={isPlaying}
              onPlay={(next) => {
                setPlaying(next);
                if (next && isLive) setChosenMs(instants[0]);
              }}
              zone={info.zoneName}
              isLastKnown={isAway}
              isAveraged={history.data?.groupBy === "15m"}
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

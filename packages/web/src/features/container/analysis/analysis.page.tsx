import { energyParts } from "@offgrid/contract/charts/energy-parts";
import { IconChartBar } from "@tabler/icons-react";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { DefinitionsLink } from "../../../domain/definitions/definitions-link.tsx";
import { OriginBar } from "../../../domain/energy-origin/origin-bar.tsx";
import { nearHours } from "../../../chart/finer.ts";
import { useAddressZoom } from "../../../chart/use-address-zoom.ts";
import { Async, quiet } from "../../../ui/async.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { useLastAnswer } from "../../../ui/use-last-answer.ts";
import { columns } from "../../../ui/columns.ts";
import { PeriodBar } from "../../../ui/period-bar.tsx";
import { type PeriodChoice, periodChoice, rangeOf, stepPeriod } from "../../../ui/period-range.ts";
import { Section } from "../../../ui/section.tsx";
import type { TimeRange } from "../../../ui/period-range.ts";
import type { TabProps } from "../tabs/container-tabs.ts";
import { DeviceRanks } from "../device-energy/device-ranks.tsx";
import { BalanceCard } from "./balance-card.tsx";
import { CompareCard } from "./compare-card.tsx";
import { LossesCard } from "./losses-card.tsx";
import { PerformanceCard, type PerformanceCardProps } from "./performance-card.tsx";
import { ReportMenu } from "./report-menu.tsx";
import { ProfileCard } from "./profile-card.tsx";
import { CostsSection } from "./costs-card.tsx";
import {
  useBalance,
  useCosts,
  useHours,
  useLoads,
  useOthers,
  usePanels,
  usePowerCuts,
  useSun,
} from "./analysis.data.ts";
import { usePeriodFigures } from "../../../domain/period-figures/period-figures.data.ts";
import { elapsedPart, measuredShare, originTotals } from "../../../domain/energy-balance/balance-figures.ts";
import { MarkedChart } from "../../../domain/charts/marked-chart.tsx";

const periods = ["today", "7_days", "30_days", "custom"] as const;

/** Energy over a longer time, where there is any. */
export function AnalysisTab(props: TabProps) {
  const { lastSeen, values } = props.info;
  return lastSeen === null && Object.keys(values).length === 0 ? <OfNeverSeen {...props} /> : <Analysis {...props} />;
}

/** Of one that never sent anything: what was imported, in the periods that have some. */
function OfNeverSeen(props: TabProps) {
  const { t } = useTranslation("analysis");
  const { info, now } = props;
  const { choice, range, go } = useChosenPeriod(props);
  const { data } = useBalance(info.containerId, info.zoneName, range);
  if (data === undefined || measuredShare(data, energyParts) !== undefined) return <Analysis {...props} />;
  return (
    <div className="og-stack">
      <PeriodLine {...{ choice, go, now }} zone={info.zoneName} />
      <div className="og-card">
        <EmptyState title={t("never")} why={t("neverWhy")} icon={<IconChartBar size={40} />} />
      </div>
    </div>
  );
}

/** The period that the address names, and the way to another, or to another comparison. */
function useChosenPeriod({ info: { zoneName }, now }: TabProps) {
  const search = useSearch({ from: "/main/containers/$slug" });
  const navigate = useNavigate({ from: "/containers/$slug" });
  const choice = periodChoice(search, "7_days");
  const go = (next: { choice?: PeriodChoice; against?: string | undefined }) => {
    const { period, from, to } = next.choice ?? choice;
    const against = "against" in next ? next.against : search.against;
    void navigate({
      search: {
        tab: "analysis",
        ...(from !== undefined && to !== undefined ? { from, to } : { period }),
        ...(against === undefined ? {} : { against }),
      } as typeof search,
      resetScroll: false,
    });
  };
  return { choice, range: rangeOf(choice, now, zoneName), against: search.against, go };
}

interface PeriodLineProps extends Pick<ReturnType<typeof useChosenPeriod>, "choice" | "go"> {
  now: number;
  zone: string;
  children?: ReactNode;
}

function PeriodLine({ choice, go, now, zone, children }: PeriodLineProps) {
  return (
    <div className="og-line">
      <PeriodBar value={choice} onChange={(next) => go({ choice: next })} {...{ periods, now, zone }} />
      {children}
    </div>
  );
}

/** Balance, self-sufficiency, consumption by hour and weekday, yield, losses, comparison. */
function Analysis(props: TabProps) {
  const { info, now } = props;
  const { t } = useTranslation(["analysis", "energy-origin"]);
  const { containerId, zoneName } = info;
  const { choice, range, against, go } = useChosenPeriod(props);
  const balance = useBalance(containerId, zoneName, range);
  const shown = useLastAnswer(range, quiet(balance), containerId);
  // One end for all that is said of a period that goes on: that of its balance, which is asked for again only now and then.
  const upTo = balance.dataUpdatedAt || now;
  const zoom = useAddressZoom();
  const hours = useHours(containerId, zoneName, nearHours(range, zoom.view, zoneName));
  const cuts = usePowerCuts(containerId, zoneName, range);
  const costs = useCosts(containerId, zoneName, range);
  const loads = useLoads(containerId, zoneName, range);
  const sun = useSun(containerId, zoneName, range);
  const panels = usePanels(containerId);
  return (
    <div className="og-stack">
      <PeriodLine {...{ choice, go, now }} zone={zoneName}>
        <ReportMenu containerId={containerId} />
      </PeriodLine>
      <Section title={t("balance")}>
        <Async of={shown} height={560}>
          {({ question, answer }) => (
            <MarkedChart containerIds={[containerId]} range={question}>
              {(marks) => (
                <BalanceCard
                  {...{ hours, zoom, upTo, marks }}
                  balance={answer}
                  range={question}
                  period={choice.period}
                  cuts={cuts}
                  zone={zoneName}
                />
              )}
            </MarkedChart>
          )}
        </Async>
        <DefinitionsLink page="energy-terms" />
      </Section>
      <Section title={t("energy-origin:title")}>
        <Async of={shown} height={120}>
          {({ answer }) => <OriginBar totals={originTotals(answer.origins)} />}
        </Async>
      </Section>
      <CostsSection costs={costs} />
      <Section title={t("ranked.title")}>
        <Async of={shown} height={160}>
          {({ answer }) => <DeviceRanks balance={answer} />}
        </Async>
      </Section>
      <div className="og-grid" style={columns(340, { isFilled: true })}>
        <Section title={t("losses")}>
          <Async of={shown} height={160}>
            {({ answer }) => <LossesCard balance={answer} capacityWh={info.values["battery.capacity"]?.value} />}
          </Async>
        </Section>
        <Section title={t("performance")}>
          <Performance {...{ sun, panels, range, now }} solar={balance.data?.parts.solar} place={info.location} />
        </Section>
      </div>
      <Section title={t("profile")}>
        <Async of={quiet(loads)} height={360}>
          {(history) => <ProfileCard history={history} zone={zoneName} />}
        </Async>
      </Section>
      <Comparison
        info={info}
        now={now}
        upTo={upTo}
        choice={choice}
        range={range}
        against={against}
        onAgainst={(other) => go({ against: other })}
      />
    </div>
  );
}

interface PerformanceProps extends Omit<PerformanceCardProps, "history" | "panels"> {
  sun: ReturnType<typeof useSun>;
  panels: ReturnType<typeof usePanels>;
}

function Performance({ sun, panels, ...others }: PerformanceProps) {
  return (
    <Async of={quiet(sun)} height={160}>
      {(history) => (
        <Async of={quiet(panels)} height={160}>
          {(known) => <PerformanceCard {...others} history={history} panels={known} />}
        </Async>
      )}
    </Async>
  );
}

interface ComparisonProps extends TabProps {
  /** Until when the figures of a period that goes on were asked for, epoch ms. */
  upTo: number;
  choice: PeriodChoice;
  range: TimeRange;
  /** Another container; undefined: the period before. */
  against: string | undefined;
  onAgainst: (containerId: string | undefined) => void;
}

function Comparison({ info, now, upTo, choice, range, against, onAgainst }: ComparisonProps) {
  const { t } = useTranslation("analysis");
  const { containerId, name, zoneName: zone } = info;
  const before = elapsedPart(rangeOf(stepPeriod(choice, -1, now, zone), now, zone), range, upTo);
  const others = useOthers(containerId);
  const otherZone = others.data?.find((one) => one.containerId === against)?.zoneName ?? zone;
  // By its own days, as its own page has them; chosen instants are the same everywhere.
  const otherRange = choice.period === "custom" ? range : rangeOf(choice, now, otherZone);
  const [own, other] = usePeriodFigures([
    { containerId, zone, range },
    against === undefined
      ? { containerId, zone, range: before }
      : { containerId: against, zone: otherZone, range: otherRange },
  ]);
  const isPending = own?.isPending !== false || other?.isPending !== false;
  const both = {
    data: own?.data && other?.data && { own: own.data, other: other.data },
    error: other?.error ?? own?.error ?? null,
    isPending,
    isFetching: isPending,
    refetch: () => Promise.all([own?.refetch(), other?.refetch()]),
  };
  return (
    <Section title={t("compare")}>
      <CompareCard
        pair={both}
        name={name}
        others={others.data ?? []}
        against={against}
        onAgainst={onAgainst}
        own={{ range: elapsedPart(range, range, upTo), zone }}
        beside={
          against === undefined
            ? { range: before, zone }
            : { range: elapsedPart(otherRange, otherRange, upTo), zone: otherZone }
        }
      />
    </Section>
  );
}

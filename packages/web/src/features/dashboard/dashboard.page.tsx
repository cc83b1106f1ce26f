import { Button, Skeleton } from "@mantine/core";
import { IconBox } from "@tabler/icons-react";
import type { SiteRow } from "@offgrid/contract/containers/containers.schema";
import { Link, Navigate, useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import { useTick } from "../../core/live/tick.ts";
import { useSites, WatchSites } from "../../core/sites/sites.data.tsx";
import { Async } from "../../ui/async.tsx";
import cardStyles from "../../ui/card.module.css";
import { ContainerCard } from "../../ui/container/container-card.tsx";
import { useVisible } from "../../ui/container/use-visible.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { KpiCard } from "../../ui/kpi-card.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { PeriodBar } from "../../ui/period-bar.tsx";
import { type PeriodChoice, rangeOf } from "../../ui/period-range.ts";
import { browserZone } from "../../ui/use-locale.ts";
import { AttentionList } from "./attention-list.tsx";
import { useEnergyBalance, useMayRegister } from "./dashboard.data.ts";
import styles from "./dashboard.module.css";
import type { DashboardSearch } from "./dashboard.route.ts";
import { EnergyChart } from "./energy-chart.tsx";
import { countStates, energyToday, gridOrder, needsAttention, socSpread } from "./fleet-facts.ts";
import { FleetSoc } from "./fleet-soc.tsx";
import { FleetStrip } from "./fleet-strip.tsx";

/** Cards in view that are kept live; the others follow with each tick. */
const liveCards = 24;
const periods = ["today", "7_days", "30_days"] as const;

/** The fleet in five seconds: is it up, is there enough energy, what needs me? */
export function DashboardPage() {
  const { t } = useTranslation(["dashboard", "shared"]);
  const sites = useSites();
  const mayRegister = useMayRegister();
  const only = sites.data?.length === 1 && !mayRegister ? sites.data[0] : undefined;
  if (only) return <Navigate to="/containers/$slug" params={{ slug: only.containerId }} replace />;
  return (
    <>
      <PageHeader
        title={t("shared:screen.dashboard")}
        context={sites.data && <span>{t("count", { count: sites.data.length })}</span>}
      />
      <Async of={sites} skeleton={<FleetSkeleton />} height={600} empty={<NoContainers mayRegister={mayRegister} />}>
        {(rows) => <Fleet sites={rows} />}
      </Async>
    </>
  );
}

function Fleet({ sites }: { sites: readonly SiteRow[] }) {
  const { t } = useTranslation("dashboard");
  const now = useTick();
  const ordered = useMemo(() => gridOrder(sites, now), [sites, now]);
  const { ids, frameRef } = useVisible<HTMLUListElement>(liveCards, sites.map((site) => site.containerId).join(" "));
  const solar = energyToday(sites, "solarGeneration", now);
  const load = energyToday(sites, "energyConsumption", now);
  const basis = (figure: typeof solar) =>
    figure.counted < figure.of ? t("counted", { counted: figure.counted, of: figure.of }) : t("sinceMidnight");
  return (
    <div className={styles.page}>
      <WatchSites ids={ids} />
      <FleetStrip counts={countStates(sites)} />
      <section className={styles.figures} aria-labelledby="fleet-today">
        <h2 className="visually-hidden" id="fleet-today">
          {t("today")}
        </h2>
        <KpiCard label={t("solarToday")} unit="Wh" now={now} {...solar} value={solar.value} note={basis(solar)} />
        <KpiCard label={t("loadToday")} unit="Wh" now={now} {...load} value={load.value} note={basis(load)} />
        <FleetSoc spread={socSpread(sites, now)} now={now} />
      </section>
      <div className={styles.middle}>
        <BalanceCard now={now} />
        <section className={styles.attention} aria-labelledby="fleet-attention">
          <h2 className={styles.title} id="fleet-attention">
            {t("attention.title")}
          </h2>
          <AttentionList needs={needsAttention(sites, now)} />
        </section>
      </div>
      <section aria-labelledby="fleet-containers">
        <div className={styles.titleLine}>
          <h2 className={styles.title} id="fleet-containers">
            {t("containers")}
          </h2>
          <Link className={styles.all} to="/containers">
            {t("allContainers")}
          </Link>
        </div>
        <ul className={styles.grid} ref={frameRef}>
          {ordered.map((site) => (
            <li key={site.containerId}>
              <ContainerCard site={site} now={now} />
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

/** Chart of generation against consumption; it fails alone. */
function BalanceCard({ now }: { now: number }) {
  const { t } = useTranslation("dashboard");
  const search = useSearch({ strict: false }) as DashboardSearch;
  const navigate = useNavigate();
  const choice: PeriodChoice = { ...search, period: search.period ?? "today" };
  const range = rangeOf(choice, now, browserZone);
  const balance = useEnergyBalance(choice, range, browserZone);
  const choose = ({ period, from, to }: PeriodChoice) => {
    const next = from !== undefined && to !== undefined ? { period, from, to } : period === "today" ? {} : { period };
    void navigate({ to: "/", search: next as DashboardSearch, replace: true, resetScroll: false });
  };
  return (
    <section className={cardStyles.card} aria-labelledby="fleet-balance">
      <div className={styles.titleLine}>
        <h2 className={styles.title} id="fleet-balance">
          {t("energy.title")}
        </h2>
        <PeriodBar value={choice} onChange={choose} periods={periods} now={now} zone={browserZone} />
      </div>
      <Async of={balance} height={560}>
        {(data) => <EnergyChart balance={data} range={range} zone={browserZone} />}
      </Async>
    </section>
  );
}

function NoContainers({ mayRegister }: { mayRegister: boolean }) {
  const { t } = useTranslation("dashboard");
  return (
    <EmptyState
      title={t("empty.title")}
      why={t(mayRegister ? "empty.register" : "empty.ask")}
      icon={<IconBox size={40} />}
      action={
        mayRegister && (
          <Button renderRoot={(props) => <Link to="/containers/new" {...props} />}>{t("empty.action")}</Button>
        )
      }
    />
  );
}

function FleetSkeleton() {
  return (
    <div className={styles.page}>
      <Skeleton height={58} radius={10} />
      <div className={styles.figures}>
        {[1, 2, 3].map((place) => (
          <Skeleton key={place} height={122} radius={10} />
        ))}
      </div>
      <div className={styles.middle}>
        <Skeleton height={620} radius={10} />
        <Skeleton height={620} radius={10} />
      </div>
    </div>
  );
}

import { Button } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";

import { chartCsv, chartFileName } from "../../../chart/chart-csv.ts";
import { useCall } from "../../../core/api/use-call.ts";
import { config } from "../../../core/config.ts";
import { useTick } from "../../../core/live/tick.ts";
import { drawnPlots } from "../../../domain/charts/drawn-series.ts";
import { usePlotWords } from "../../../domain/charts/drawn-plots.tsx";
import { saveFile } from "../../../core/save-file.ts";
import { timeReady } from "../../../core/time.ts";
import { Async } from "../../../ui/async.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { PortalMark } from "../../../ui/portal-mark.tsx";
import { printPage } from "../../../ui/print-page.ts";
import { RangeFields } from "../../../ui/range-fields.tsx";
import { useLocale } from "../../../ui/use-locale.ts";
import { useCarriedState } from "../../../ui/use-carried.ts";
import { useOwnTitle } from "../../../ui/use-own-title.ts";
import { isOfCode, PasswordQuestion } from "./password-question.tsx";
import { type PublicChart, PublicView } from "./public-view.tsx";

/** A new drawing is asked for as often as the portal makes one. */
const againMs = 60_000;
const hourMs = 3_600_000;

/** What a link shows, to whoever has it. The token stands behind `#` and is sent in the body alone. */
export function SharedChartPage() {
  const token = useSyncExternalStore(onHash, () => location.hash.slice(1));
  // Of another link nothing is kept: neither the password that was given, nor the picture, nor its days.
  return <OfLink key={token} token={token} />;
}

/** Another link that is opened in the same tab changes what stands behind `#` alone, which loads no page. */
function onHash(changed: () => void): () => void {
  window.addEventListener("hashchange", changed);
  return () => window.removeEventListener("hashchange", changed);
}

function OfLink({ token }: { token: string }) {
  const { t } = useTranslation("charts");
  // It stays in the memory of this tab, in no address, and in no storage but while the page is loaded in another language.
  const [password, setPassword] = useCarriedState<string | undefined>(
    `password of link ${token}`,
    undefined,
    (given) => given !== undefined,
  );
  const [part, setPart] = useState<{ from: number; to: number }>();
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    void timeReady().then(() => setReady(true));
  }, []);
  useTick();
  const chart = useCall(
    "getChartToken",
    { token: token || "-", ...part, ...(password !== undefined && { password }) },
    {
      select: ({ data }) => data,
      placeholderData: keepPreviousData,
      enabled: isReady,
      refetchInterval: ({ state }) => (state.data?.data.isOpen ? againMs : false),
      retry: false,
      // A wrong password is not tried again whenever somebody comes back to the tab.
      refetchOnWindowFocus: ({ state }) => state.data !== undefined,
      refetchOnReconnect: ({ state }) => state.data !== undefined,
    },
  );
  useOwnTitle(chart.data?.name ?? config.portalName);
  const isGone = isOfCode(chart.error, "not_found");
  const isLocked = useLocked(chart) && !isGone;
  const give = (given: string) => (given === password ? void chart.refetch() : setPassword(given));
  return (
    <div className="og-stack">
      <Header chart={isGone ? undefined : chart.data} state={isGone ? "gone" : isLocked ? "locked" : "shown"} />
      {isGone ? (
        <EmptyState title={t("public.gone")} why={t("public.goneWhy")} />
      ) : isLocked ? (
        <PasswordQuestion
          refused={
            chart.error && password !== undefined ? { error: chart.error, atMs: chart.errorUpdatedAt } : undefined
          }
          isAsking={chart.isFetching}
          onGive={give}
        />
      ) : (
        <Async of={{ ...chart, isFetching: chart.isPlaceholderData || chart.isPending }} height={480}>
          {(seen) => <Shown chart={seen} onPart={setPart} />}
        </Async>
      )}
    </div>
  );
}

function Shown({ chart, onPart }: { chart: PublicChart; onPart: (part: { from: number; to: number }) => void }) {
  const { t } = useTranslation("charts");
  const now = useTick();
  const { range } = chart;
  const within =
    range.kind === "rolling"
      ? { fromMs: now - range.hours * hourMs, toMs: now }
      : { fromMs: range.from, toMs: range.to };
  return (
    <div className="og-stack">
      {range.kind !== "fixed" && (
        <div className="og-no-print">
          <RangeFields
            fromMs={chart.from}
            toMs={chart.to}
            zone={chart.zone}
            within={within}
            isRow
            note={t("public.quarters")}
            onChange={({ fromMs, toMs }) => onPart({ from: fromMs, to: toMs })}
          />
        </div>
      )}
      <PublicView chart={chart} />
    </div>
  );
}

/** Was a password asked for, and nothing opened since? While one is being looked at, the question stays. */
function useLocked({ error, data }: { error: Error | null; data: PublicChart | undefined }): boolean {
  const [wasAsked, setAsked] = useState(false);
  const isAsked = wasAsked || isOfCode(error, "password_needed");
  if (isAsked !== wasAsked) setAsked(isAsked);
  return isAsked && data === undefined;
}

const headings = { gone: "public.goneTitle", locked: "public.lockedTitle", shown: "public.loading" } as const;

function Header({ chart, state }: { chart: PublicChart | undefined; state: keyof typeof headings }) {
  const { t } = useTranslation("charts");
  const heading = useRef<HTMLHeadingElement>(null);
  const wasLocked = useRef(false);
  // The field that had the focus is gone with the question.
  useEffect(() => {
    if (wasLocked.current && state !== "locked") heading.current?.focus();
    wasLocked.current = state === "locked";
  }, [state]);
  return (
    <header className="og-head">
      <div className="og-words" style={{ flex: "1 1 16rem" }}>
        <p className="og-note og-flush og-row" style={{ paddingBottom: 8 }}>
          <PortalMark size={24} />
          {config.portalName}
        </p>
        <h1 className="og-big og-strong og-flush" tabIndex={-1} ref={heading}>
          {chart?.name ?? t(headings[state])}
        </h1>
      </div>
      {chart && (
        <div className="og-wrap og-no-print">
          {chart.csv && <ExportButton chart={chart} />}
          <Button variant="default" onClick={() => void printPage()}>
            {t("public.print")}
          </Button>
        </div>
      )}
    </header>
  );
}

/** Saves all that is drawn, in all drawings of the chart, as one file. */
function useCsv(chart: PublicChart): () => void {
  const locale = useLocale();
  const words = usePlotWords(chart);
  const { name, t, lines, thresholds, from, to, zone, groupBy, containers } = chart;
  return () => {
    const series = drawnPlots(t, lines, thresholds, words).flatMap((plot) => plot.series);
    const range = { fromMs: from, toMs: to };
    const text = chartCsv(t, series, range, { zone, locale, groupBy, over: chart, containers });
    saveFile({
      name: chartFileName(name, range, zone, "csv"),
      contents: new Blob([text], { type: "text/csv;charset=utf-8" }),
    });
  };
}

function ExportButton({ chart }: { chart: PublicChart }) {
  const { t } = useTranslation("charts");
  return (
    <Button variant="default" onClick={useCsv(chart)}>
      {t("public.csv")}
    </Button>
  );
}

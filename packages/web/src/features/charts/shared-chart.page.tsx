import { Button } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import { chartCsv, chartFileName } from "../../chart/chart-csv.ts";
import { ApiError } from "../../core/api/api-error.ts";
import { useCall } from "../../core/api/use-call.ts";
import { config } from "../../core/config.ts";
import { useTick } from "../../core/live/tick.ts";
import { saveFile } from "../../core/save-file.ts";
import { timeReady } from "../../core/time.ts";
import { Async } from "../../ui/async.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PeriodDates } from "../../ui/period-dates.tsx";
import { useOwnTitle } from "../../ui/use-own-title.ts";
import { type PublicChart, PublicView } from "./public-view.tsx";

/** A new drawing is asked for as often as the portal makes one. */
const againMs = 60_000;

/** What a link shows, to whoever has it. The token stands behind `#` and is sent in the body alone. */
export function SharedChartPage() {
  const { t } = useTranslation("charts");
  const [token] = useState(() => location.hash.slice(1));
  const [part, setPart] = useState<{ from: number; to: number }>();
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    void timeReady().then(() => setReady(true));
  }, []);
  useTick();
  const chart = useCall(
    "getChartToken",
    { token: token || "-", ...part },
    {
      select: ({ data }) => data,
      placeholderData: keepPreviousData,
      enabled: isReady,
      refetchInterval: ({ state }) => (state.data?.data.isOpen ? againMs : false),
      retry: false,
    },
  );
  useOwnTitle(chart.data?.name ?? config.portalName);
  const isGone = chart.error instanceof ApiError && chart.error.code === "not_found";
  return (
    <div className="og-stack">
      <Header chart={isGone ? undefined : chart.data} isGone={isGone} />
      {isGone ? (
        <EmptyState title={t("public.gone")} why={t("public.goneWhy")} />
      ) : (
        <Async of={{ ...chart, isFetching: chart.isPlaceholderData || chart.isPending }} height={480}>
          {(seen) => (
            <div className="og-stack">
              {seen.range.kind !== "fixed" && (
                <div className="og-no-print">
                  <PeriodDates
                    fromMs={seen.from}
                    toMs={seen.to}
                    zone={seen.zone}
                    onChange={({ from, to }) => from !== undefined && to !== undefined && setPart({ from, to })}
                  />
                </div>
              )}
              <PublicView chart={seen} />
            </div>
          )}
        </Async>
      )}
    </div>
  );
}

function Header({ chart, isGone }: { chart: PublicChart | undefined; isGone: boolean }) {
  const { t } = useTranslation("charts");
  return (
    <header className="og-head">
      <div className="og-words" style={{ flex: "1 1 16rem" }}>
        <p className="og-note og-flush">{config.portalName}</p>
        <h1 className="og-big og-strong og-flush" tabIndex={-1}>
          {isGone ? t("public.goneTitle") : (chart?.name ?? t("public.loading"))}
        </h1>
      </div>
      {chart && (
        <div className="og-wrap og-no-print">
          {chart.csv && (
            <Button variant="default" onClick={() => saveCsv(chart)}>
              {t("export.csv")}
            </Button>
          )}
          <Button variant="default" onClick={() => print()}>
            {t("public.print")}
          </Button>
        </div>
      )}
    </header>
  );
}

function saveCsv({ name, t, lines, from, to, zone }: PublicChart): void {
  const text = chartCsv(t, lines, { fromMs: from, toMs: to }, zone, true);
  saveFile({
    name: chartFileName(name, { fromMs: from, toMs: to }, zone, "csv"),
    contents: new Blob([text], { type: "text/csv;charset=utf-8" }),
  });
}

import { useParams, useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import { ApiError } from "../../core/api/api-error.ts";
import { NothingHere } from "../../core/nothing-here.ts";
import { loadChunk } from "../../core/chunk.ts";
import { Async } from "../../ui/async.tsx";
import { LaterDialog } from "../../ui/later-dialog.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { useIsPhone } from "../../ui/use-list-search.ts";
import { useOwnTitle } from "../../ui/use-own-title.ts";
import { ChartActs } from "./chart-acts.tsx";
import { ChartView } from "./view/chart-view.tsx";
import { type SavedChart, useChart } from "../../domain/charts/charts.data.ts";
import { ToList } from "./view/to-list.tsx";
import { useViewedChart } from "./view/use-viewed-chart.ts";

const Builder = lazy(() =>
  loadChunk(() => import("./builder/builder.tsx")).then((part) => ({ default: part.Builder })),
);
const ShareDialog = lazy(() =>
  loadChunk(() => import("./links/share-dialog.tsx")).then((part) => ({ default: part.ShareDialog })),
);

/** A chart that is kept: looked at, or changed by its owner. */
export function ChartPage() {
  const { slug: id } = useParams({ from: "/main/charts/$slug" });
  const { t } = useTranslation(["charts", "shared"]);
  const chart = useChart(id);
  const isGone = chart.error instanceof ApiError && chart.error.code === "not_found";
  // A chart that was deleted, or is not shared any more, is shown as any page that does not exist.
  if (isGone) throw new NothingHere();
  if (!chart.data) {
    return (
      <>
        <PageHeader title={t("shared:screen.chart")} context={<ToList />} />
        <Async of={chart} height={520}>
          {() => null}
        </Async>
      </>
    );
  }
  return <Shown key={id} chart={chart.data} />;
}

function Shown({ chart }: { chart: SavedChart }) {
  const { edit } = useSearch({ from: "/main/charts/$slug" });
  useOwnTitle(chart.definition.name);
  if (edit === "yes" && chart.isOwn) {
    return (
      <Suspense fallback={<div style={{ minHeight: 520 }} />}>
        <Builder saved={chart} />
      </Suspense>
    );
  }
  return <Looked chart={chart} />;
}

function Looked({ chart }: { chart: SavedChart }) {
  const { t } = useTranslation("charts");
  const [isSharing, setSharing] = useState(false);
  const { definition, isOwn, owner } = chart;
  const viewed = useViewedChart(definition);
  // What stands above a drawing on a phone leaves it no room there.
  const isLow = useIsPhone();
  const acts = <ChartActs chart={chart} onShare={() => setSharing(true)} />;
  return (
    <>
      <PageHeader
        title={definition.name}
        isLow={isLow}
        context={
          <>
            <ToList />
            {!(isLow && isOwn) && (
              <>
                <span aria-hidden>·</span>
                <span>{isOwn ? t("yours") : t("of", { name: owner.name ?? t("someone") })}</span>
              </>
            )}
            {isLow && <span className="og-last">{acts}</span>}
          </>
        }
        action={isLow ? undefined : acts}
      />
      <ChartView {...{ definition, viewed }} />
      {isSharing && (
        <LaterDialog onClose={() => setSharing(false)}>
          <ShareDialog chart={chart} onClose={() => setSharing(false)} />
        </LaterDialog>
      )}
    </>
  );
}

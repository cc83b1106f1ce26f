import { Button } from "@mantine/core";
import { Link, useSearch } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import { definitionText, readDefinitionText } from "@offgrid/contract/charts/definition-text";
import { ApiError } from "../../core/api/api-error.ts";
import { useCurrentUser } from "../../core/can/current-user.ts";
import { loadChunk } from "../../core/chunk.ts";
import { clockNow } from "../../core/live/tick.ts";
import { useDrawing } from "../../domain/charts/drawing.data.ts";
import { Async } from "../../ui/async.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { ToList } from "./view/to-list.tsx";
import { newSeries, withSeries } from "./builder/editing.ts";
import { forgetDraft, keptDraft } from "./builder/kept-draft.ts";
import { Templates, useOwnContainer } from "./builder/templates.tsx";
import { blankDefinition } from "../../domain/charts/templates.ts";

const Builder = lazy(() =>
  loadChunk(() => import("./builder/builder.tsx")).then((part) => ({ default: part.Builder })),
);

/** A new chart: what it can begin with, or the one that the address holds. */
export function ChartAddPage() {
  const { d } = useSearch({ from: "/main/charts/add" });
  if (d === undefined) return <Beginnings />;
  return (
    <Checked text={d}>
      <Suspense fallback={<div style={{ minHeight: 520 }} />}>
        <Builder saved={undefined} />
      </Suspense>
    </Checked>
  );
}

/** Addresses are written by anyone: what is built is what the portal takes for a chart. */
function Checked({ text, children }: { text: string; children: ReactNode }) {
  const { t } = useTranslation(["charts", "shared"]);
  // Later edits are made here, and are drawn by the preview.
  const [first] = useState(() => readDefinitionText(text));
  const drawing = useDrawing({ definition: first ?? blankDefinition(), points: 10 }, { enabled: first !== undefined });
  const isNone = first === undefined || (drawing.error instanceof ApiError && drawing.error.code === "bad_input");
  if (!isNone && drawing.data) return children;
  return (
    <>
      <PageHeader title={t("shared:screen.chart_add")} context={<ToList />} />
      {isNone ? (
        <EmptyState
          title={t("draft.none")}
          why={t("draft.noneWhy")}
          action={<Button renderRoot={(props) => <Link to="/charts/add" {...props} />}>{t("draft.templates")}</Button>}
        />
      ) : (
        <Async of={drawing} height={520}>
          {() => null}
        </Async>
      )}
    </>
  );
}

function Beginnings() {
  const { t } = useTranslation(["charts", "shared"]);
  const own = useOwnContainer();
  const blank = blankDefinition();
  const first = withSeries(blank, newSeries(blank, { kind: "containers", ids: own ? [own.id] : [] }));
  return (
    <>
      <PageHeader
        title={t("shared:screen.chart_add")}
        context={<ToList />}
        action={
          <Button
            variant="default"
            renderRoot={(props) => <Link to="/charts/add" search={{ d: definitionText(first) }} {...props} />}
          >
            {t("fromNothing")}
          </Button>
        }
      />
      <div className="og-stack">
        <KeptDraftCard />
        <Templates title={t("templates.title")} />
        <p className="og-note">{t("fromCharts")}</p>
      </div>
    </>
  );
}

/** What was begun here before and not saved. */
function KeptDraftCard() {
  const { t } = useTranslation("charts");
  const userId = useCurrentUser()?.id ?? "";
  const [kept, setKept] = useState(() => keptDraft(userId, clockNow()));
  const definition = kept && readDefinitionText(kept.text);
  if (!kept || !definition) return null;
  return (
    <div className="og-card og-ends" style={{ padding: 16 }}>
      <span>
        {t("draft.kept", {
          name: definition.name || t("unnamed"),
        })}
      </span>
      <span className="og-wrap">
        <Button
          variant="default"
          onClick={() => {
            forgetDraft();
            setKept(undefined);
          }}
        >
          {t("draft.discard")}
        </Button>
        <Button renderRoot={(props) => <Link to="/charts/add" search={{ d: kept.text }} {...props} />}>
          {t("draft.continue")}
        </Button>
      </span>
    </div>
  );
}

import type { ChartDefinition } from "@offgrid/contract/charts/chart-definition.schema";
import { ActionIcon, Button } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconArrowBackUp, IconArrowForwardUp } from "@tabler/icons-react";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { type CSSProperties, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { definitionText } from "@offgrid/contract/charts/definition-text";
import { ApiError } from "../../../core/api/api-error.ts";
import { useCurrentUser } from "../../../core/can/current-user.ts";
import { clockNow } from "../../../core/live/tick.ts";
import { FormFailure } from "../../../ui/form-notes.tsx";
import { focusMistyped, focusWrong } from "../../../ui/focus-wrong.ts";
import { LeaveGuard } from "../../../ui/leave-guard.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { sayDone } from "../../../ui/toast.tsx";
import { useIsPhone } from "../../../ui/use-list-search.ts";
import { useAct } from "../../../ui/use-act.ts";
import { ToList } from "../view/to-list.tsx";
import { type ChartReaders, type SavedChart, saveChart } from "../../../domain/charts/charts.data.ts";
import { DetailsPanel } from "./details-panel.tsx";
import type { BuilderSearch } from "../charts.search.ts";
import { forgetDraft, keepDraft } from "./kept-draft.ts";
import { PlaceChoice } from "./place-choice.tsx";
import { Preview } from "./preview.tsx";
import { SeriesPanel } from "./series-panel.tsx";
import { blankDefinition } from "../../../domain/charts/templates.ts";
import { TimePanel } from "./time-panel.tsx";
import { type Draft, useDraft } from "./use-draft.ts";
import { usePreview } from "./use-preview.ts";

/** What has the focus on a phone does not lie under the small picture. */
const belowSmall = { "--list-height": "96px" } as CSSProperties;

/** A choice is drawn at once; letters that follow each other are drawn once they rest. */
const drawnAfterMs = 120;

/** What is built, as the address of the page holds it, and how to change that. */
function useBuilderAddress() {
  const navigate = useNavigate();
  const put = useCallback(
    (change: BuilderSearch) =>
      void navigate({
        to: ".",
        search: ((before: object) => ({ ...before, ...change })) as never,
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  return { ...(useSearch({ strict: false }) as BuilderSearch), put };
}

/** Builds a chart: a picture that follows each edit, and beside it what it consists of. */
export function Builder({ saved }: { saved: SavedChart | undefined }) {
  const { t } = useTranslation(["charts", "shared"]);
  const { d, container, cluster, put } = useBuilderAddress();
  const draft = useDraft(d, saved?.definition ?? blankDefinition(), (text) => put({ d: text }));
  const { definition, change } = draft;
  const isPhone = useIsPhone();
  const [readers, setReaders] = useState<ChartReaders>(() => readersOf(saved));
  const [drawn] = useDebouncedValue(definition, drawnAfterMs, { leading: true });
  const { save, isSaved } = useSaving(definition, { readers, isNew: saved === undefined, container });
  const isChanged = !isSaved && definitionText(definition) !== definitionText(saved?.definition ?? blankDefinition());
  useKeptDraft(saved, definition, isSaved);

  const { hasWrong, faultAt, wrongSeries, panels } = useFaults(save.error, definition);
  // What stands in a field that cannot take it would not be what is kept.
  const keep = (as: SavedChart | undefined) => !focusMistyped(panels.current) && void save.run(as);
  const place = { containerId: container, clusterId: cluster };
  const shown = usePreview(drawn, place);
  const details = {
    ...{ definition, readers, faultAt, onReaders: setReaders, onChange: change, drawn: shown.drawing.data },
    known: saved?.readers?.people ?? nobody,
    hasReaders: saved === undefined || saved.isOwn,
  };
  return (
    <>
      <PageHeader
        title={definition.name || t("shared:screen.chart_add")}
        isLow={isPhone}
        context={<Context isNew={saved === undefined} isChanged={isChanged} />}
        action={<Acts draft={draft} saved={saved} isSaving={save.isRunning} onSave={() => keep(saved)} />}
      />
      {/* The draft is in the address and in this browser; only of a kept chart something could be lost. */}
      {saved && <LeaveGuard isDirty={isChanged} />}
      <SaveNotes error={save.error} hasWrong={hasWrong} onCopy={() => keep(undefined)} />
      <div className="og-stack">
        <PlaceChoice definition={definition} {...place} onChange={put} />
        <div className={isPhone ? "og-stack" : "og-row"} style={isPhone ? {} : { alignItems: "start", gap: 16 }}>
          <Preview definition={drawn} containerId={container} shown={shown} onChange={change} />
          {/* On paper there is what was built, and not what it is built with. */}
          <div
            ref={panels}
            className="og-stack og-no-print"
            style={isPhone ? belowSmall : { flex: "0 0 min(380px, 42%)", minWidth: 0 }}
          >
            <DetailsPanel {...details} part="name" />
            <SeriesPanel
              {...{ definition, faultAt, wrongSeries, drawn: shown.drawing.data }}
              {...place}
              onChange={change}
            />
            <TimePanel definition={definition} zone={shown.zone} onChange={change} />
            <DetailsPanel {...details} part="more" />
          </div>
        </div>
      </div>
    </>
  );
}

/** Whether what is seen is kept: nobody shall take a beginning for a chart that others see. */
function Context({ isNew, isChanged }: { isNew: boolean; isChanged: boolean }) {
  const { t } = useTranslation("charts");
  return (
    <>
      <ToList />
      {(isNew || isChanged) && (
        <>
          <span aria-hidden>·</span>
          <span>{t(isNew ? "draft.unsaved" : "draft.changed")}</span>
        </>
      )}
    </>
  );
}

interface Saving {
  readers: ChartReaders;
  isNew: boolean;
  /** The one that is looked at. */
  container: string | undefined;
}

/** Keeps the chart, and shows it then. */
function useSaving(definition: ChartDefinition, { readers, isNew, container }: Saving) {
  const { t } = useTranslation("charts");
  const navigate = useNavigate();
  const [isSaved, setSaved] = useState(false);
  const save = useAct(async (as: SavedChart | undefined) => {
    const id = await saveChart(definition, { saved: as, readers });
    setSaved(true);
    if (isNew) forgetDraft();
    sayDone(t("saved", { name: definition.name }));
    await navigate({ to: "/charts/$slug", params: { slug: id }, search: container === undefined ? {} : { container } });
  });
  return { save, isSaved };
}

interface ActsProps {
  draft: Draft;
  saved: SavedChart | undefined;
  isSaving: boolean;
  onSave: () => void;
}

function Acts({ draft, saved, isSaving, onSave }: ActsProps) {
  const { t } = useTranslation("charts");
  return (
    <div className="og-wrap">
      <History draft={draft} />
      {saved && (
        <Button
          variant="default"
          renderRoot={(props) => <Link to="/charts/$slug" params={{ slug: saved.id }} search={{}} {...props} />}
        >
          {t("toView")}
        </Button>
      )}
      <Button loading={isSaving} onClick={onSave}>
        {t("save")}
      </Button>
    </div>
  );
}

/** What became of saving, where it did not succeed. */
function SaveNotes({ error, hasWrong, onCopy }: { error: Error | undefined; hasWrong: boolean; onCopy: () => void }) {
  const { t } = useTranslation("charts");
  const isConflict = error instanceof ApiError && error.code === "chart_changed";
  if (hasWrong) {
    return (
      <p role="alert" style={{ color: "var(--og-danger)" }}>
        {t("wrong.summary")}
      </p>
    );
  }
  return (
    <>
      <FormFailure error={error} />
      {isConflict && (
        <div style={{ paddingBlock: 12 }}>
          <Button variant="default" onClick={onCopy}>
            {t("saveCopy")}
          </Button>
        </div>
      )}
    </>
  );
}

function History({ draft: { editing, undo, redo } }: { draft: Draft }) {
  const { t } = useTranslation("charts");
  return (
    <>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t("undo")}
        title={`${t("undo")} (Ctrl+Z)`}
        disabled={editing.past.length === 0}
        onClick={undo}
      >
        <IconArrowBackUp size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t("redo")}
        title={`${t("redo")} (Ctrl+Y)`}
        disabled={editing.future.length === 0}
        onClick={redo}
      >
        <IconArrowForwardUp size={18} aria-hidden />
      </ActionIcon>
    </>
  );
}

function readersOf(saved: SavedChart | undefined): ChartReaders {
  return { roles: saved?.readers?.roles ?? [], people: (saved?.readers?.people ?? []).map(({ userId }) => userId) };
}

/** Keeps a new chart in this browser, for whoever leaves before it is saved. */
function useKeptDraft(saved: SavedChart | undefined, definition: ChartDefinition, isSaved: boolean): void {
  const userId = useCurrentUser()?.id;
  useEffect(() => {
    if (saved || isSaved || userId === undefined || definition.series.length === 0) return;
    keepDraft(userId, definitionText(definition), clockNow());
  }, [saved, isSaved, userId, definition]);
}

const nobody: never[] = [];

/** What the portal refused: the first of it is opened and takes the focus, once for each refusal. */
function useFaults(error: Error | undefined, { series }: ChartDefinition) {
  const { t } = useTranslation("charts");
  const panels = useRef<HTMLDivElement>(null);
  const wrong = useMemo(() => faultsOf(error), [error]);
  const faultAt = useCallback(
    (path: string): ReactNode => (wrong[path] === undefined ? undefined : t(wrongWords(wrong[path]))),
    [wrong, t],
  );
  const wrongSeries = useMemo(() => {
    const index = series.findIndex((_, place) =>
      Object.keys(wrong).some((path) => path.startsWith(`series.${place}.`)),
    );
    return { id: series[index]?.id };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what is edited afterwards is no new refusal
  }, [error]);
  useEffect(() => {
    if (error) focusWrong(panels.current);
  }, [error]);
  return { hasWrong: Object.keys(wrong).length > 0, faultAt, wrongSeries, panels };
}

/** What the portal found wrong, by its place in the definition. */
function faultsOf(error: Error | undefined): Readonly<Record<string, string>> {
  const fields = error instanceof ApiError ? (error.fields ?? {}) : {};
  const own = Object.entries(fields).filter(([path]) => path.startsWith("definition."));
  return Object.fromEntries(own.map(([path, message]) => [path.slice("definition.".length), message]));
}

function wrongWords(message: string | undefined) {
  if (message === "Please fill full fields") return "wrong.full" as const;
  return message === "Please fill array fields" ? ("wrong.array" as const) : ("wrong.other" as const);
}

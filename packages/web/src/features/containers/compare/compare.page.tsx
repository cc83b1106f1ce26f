import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";
import { Button, NativeSelect } from "@mantine/core";
import { IconColumns2, IconDownload } from "@tabler/icons-react";
import { Link, useLocation, useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useDeferredValue, useMemo } from "react";
import { useTranslation } from "react-i18next";

import { useTick } from "../../../core/live/tick.ts";
import { periodParams } from "../../../core/search-params.ts";
import { saveFile } from "../../../core/save-file.ts";
import { WatchContainers, useContainers } from "../../../domain/containers/containers.data.tsx";
import { type FiguresQuestion, usePeriodFigures } from "../../../domain/period-figures/period-figures.data.ts";
import { worstFirst } from "../../../domain/period-figures/period-figures.ts";
import type { RankedFigure } from "../../../domain/period-figures/ranked-figures.ts";
import { Async } from "../../../ui/async.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { PeriodBar } from "../../../ui/period-bar.tsx";
import { type PeriodChoice, periodChoice } from "../../../ui/period-range.ts";
import { Section } from "../../../ui/section.tsx";
import { browserZone } from "../../../ui/use-locale.ts";
import { mostCompared } from "../list-choices.ts";
import { CompareChart } from "./compare-chart.tsx";
import { compareCsv } from "./compare-csv.ts";
import { type CompareSearch, idsOf } from "./compare.search.ts";
import { CompareNow } from "./compare-now.tsx";
import { type Compared, CompareTable, comparedFigures } from "./compare-table.tsx";
import { CompareVerdict } from "./compare-verdict.tsx";
import { comparedRange, isSameDate } from "./local-hours.ts";

const periods = ["today", "yesterday", "7_days", "30_days", "custom"] as const;

/** A few containers beside each other over a period: which of them did worst, and why. */
export function ComparePage() {
  const containers = useContainers();
  const now = useDeferredValue(useTick());
  return (
    <Async of={containers} height={480}>
      {(rows) => <ChosenContainers containers={rows} now={now} />}
    </Async>
  );
}

interface ChosenContainersProps {
  /** All that the person may see. */
  containers: readonly ContainerRow[];
  /** The present, epoch ms. */
  now: number;
}

function ChosenContainers({ containers, now }: ChosenContainersProps) {
  const { t } = useTranslation(["containers", "shared"]);
  const search: CompareSearch = useSearch({ from: "/main/containers/compare" });
  const navigate = useNavigate({ from: "/containers/compare" });
  const ids = idsOf(search.ids);
  const chosen = ids.flatMap((id) => containers.find(({ containerId }) => containerId === id) ?? []);
  const others = containers.filter(({ containerId }) => !ids.includes(containerId));

  const change = (next: CompareSearch) =>
    void navigate({ search: next, state: (before) => before, replace: true, resetScroll: false });
  const setIds = (next: readonly string[]) => change({ ...search, ids: next.join(",") });
  const adder = ids.length < mostCompared && others.length > 0 && (
    <AddContainer others={others} onAdd={(id) => setIds([...ids, id])} />
  );
  if (chosen.length === 0) {
    return (
      <>
        <PageHeader title={t("shared:screen.compare")} context={<BackToList selected={ids} />} />
        <EmptyState
          title={t("compare.empty.title")}
          why={t("compare.empty.why", { count: mostCompared })}
          icon={<IconColumns2 size={40} />}
          action={adder}
        />
      </>
    );
  }
  return (
    <>
      <WatchContainers ids={ids} />
      <Comparison
        {...{ search, chosen, now, adder, change }}
        back={<BackToList selected={ids} />}
        missing={ids.length - chosen.length}
        onRemove={(id) => setIds(ids.filter((one) => one !== id))}
      />
    </>
  );
}

/** To the list as it was left, with the containers of the comparison selected. */
function BackToList({ selected }: { selected: readonly string[] }) {
  const { t } = useTranslation("containers");
  const list = useLocation({ select: ({ state }) => state.list });
  return (
    <Link className="og-no-print og-muted" to="/containers" search={list ?? {}} state={{ selected }}>
      {t("compare.back")}
    </Link>
  );
}

interface ComparisonProps {
  search: CompareSearch;
  chosen: readonly ContainerRow[];
  /** How many of the address are not there. */
  missing: number;
  now: number;
  back: ReactNode;
  adder: ReactNode;
  change: (next: CompareSearch) => void;
  onRemove: (containerId: string) => void;
}

function Comparison({ search, chosen, missing, now, back, adder, change, onRemove }: ComparisonProps) {
  const { t } = useTranslation(["containers", "shared"]);
  const { by = "withoutPowerH", shown = "soc" } = search;
  const choice = periodChoice(search, "7_days");
  const questions = useQuestions(chosen, choice, now);
  const rows = useCompared(chosen, questions, by);
  const isDated = isSameDate(questions);
  const isPending = rows.some(({ pending }) => pending.isPending);
  const choose = (next: PeriodChoice) => {
    const { period: _before, from: _from, to: _to, zoom: _zoom, ...kept } = search;
    change({ ...kept, ...periodParams({ ...next }) });
  };
  return (
    <>
      <PageHeader
        title={t("shared:screen.compare")}
        context={back}
        action={<ExportFigures rows={rows} now={now} isPending={isPending} />}
      />
      <div className="og-stack">
        <PeriodBar
          value={choice}
          onChange={choose}
          periods={periods}
          now={now}
          zone={chosen[0]?.zoneName ?? browserZone}
          isDated={isDated}
        />
        <Section title={t("compare.period")}>
          {!isPending && <CompareVerdict rows={rows} />}
          <CompareTable
            rows={rows}
            by={by}
            isDated={!isDated}
            onBy={(figure) => change({ ...search, by: figure })}
            onRemove={onRemove}
          />
          {new Set(questions.map(({ zone }) => zone)).size > 1 && (
            <p className="og-note">{t(isDated ? "compare.days" : "compare.dates")}</p>
          )}
          {missing > 0 && <p className="og-note">{t("compare.missing", { count: missing })}</p>}
          {chosen.length < 2 && <p className="og-note">{t("compare.one")}</p>}
          {adder}
        </Section>
        <Section title={t("compare.chart")}>
          <CompareChart
            questions={questions}
            period={choice.period}
            names={chosen.map(({ name }) => name).join("\n")}
            metric={shown}
            onMetric={(metric) => change({ ...search, shown: metric })}
          />
        </Section>
        <Section title={t("compare.now")}>
          <CompareNow containers={chosen} now={now} />
        </Section>
      </div>
    </>
  );
}

function ExportFigures({ rows, now, isPending }: { rows: readonly Compared[]; now: number; isPending: boolean }) {
  const { t } = useTranslation(["containers", "period-figures"]);
  const download = () => {
    const contents = new Blob([compareCsv(t, rows, comparedFigures(rows))], { type: "text/csv;charset=utf-8" });
    saveFile({ name: `${t("compare.csv.file")}-${new Date(now).toISOString().slice(0, 10)}.csv`, contents });
  };
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      disabled={isPending}
      onClick={download}
    >
      {t("csv.download")}
    </Button>
  );
}

/** The containers with their figures, the worst first. */
function useCompared(
  containers: readonly ContainerRow[],
  questions: readonly FiguresQuestion[],
  by: RankedFigure,
): readonly Compared[] {
  const answers = usePeriodFigures(questions);
  const rows = containers.flatMap((container, place): Compared[] => {
    const [question, pending] = [questions[place], answers[place]];
    return question && pending ? [{ container, question, pending, figures: pending.data }] : [];
  });
  return worstFirst(rows, by);
}

function AddContainer({ others, onAdd }: { others: readonly ContainerRow[]; onAdd: (containerId: string) => void }) {
  const { t } = useTranslation("containers");
  const named = others.toSorted((one, other) => one.name.localeCompare(other.name));
  return (
    <NativeSelect
      className="og-no-print"
      w={320}
      maw="100%"
      label={t("compare.add")}
      value=""
      data={[
        { value: "", label: t("compare.choose") },
        ...named.map(({ containerId, name }) => ({ value: containerId, label: name })),
      ]}
      onChange={(event) => event.currentTarget.value && onAdd(event.currentTarget.value)}
    />
  );
}

/** The period of each container, by the clocks of its place; the same array for as long as they are the same. */
function useQuestions(containers: readonly ContainerRow[], choice: PeriodChoice, now: number) {
  const base = containers[0]?.zoneName ?? browserZone;
  const text = JSON.stringify(
    containers.map(({ containerId, zoneName: zone }): FiguresQuestion => {
      return { containerId, zone, range: comparedRange(choice, now, { base, zone }) };
    }),
  );
  return useMemo(() => JSON.parse(text) as FiguresQuestion[], [text]);
}

import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";
import { findMetric } from "@offgrid/contract/telemetry/metrics";
import { type FleetFigure, fleetFigures } from "@offgrid/contract/widgets/widget-types";
import { useTranslation } from "react-i18next";

import { KpiFigure } from "../../../ui/kpi-card.tsx";
import { kpiHistory } from "../../container/kpi-history.ts";
import { useKpiHistory } from "../../container/use-kpi-history.ts";
import { useKnownMs } from "../../containers/containers.data.tsx";
import { atMs, isNeverSeen } from "../../containers/container-facts.ts";
import { socSpread, sumOf } from "../../containers/fleet-facts.ts";
import { useCountedWords } from "../../containers/use-counted-words.ts";
import { OfContainer, OfRows, type ViewProps } from "../widget-parts.tsx";

/** One figure, of one container or several. */
export function KpiView({ widget: { of, figure }, now, heightPx }: ViewProps<"kpi">) {
  const known = fleetFigures.find((one) => one === figure);
  if (known === undefined) {
    const id = of.kind === "containers" ? of.ids[0] : undefined;
    return id === undefined ? null : <MetricFigure {...{ id, now, heightPx }} metric={figure} />;
  }
  return (
    <OfRows of={of} heightPx={heightPx}>
      {(rows) => <RowsFigure rows={rows} figure={known} now={now} />}
    </OfRows>
  );
}

const fields = {
  solarToday: ["solarGeneration", "Wh"],
  loadToday: ["energyConsumption", "Wh"],
  solarPower: ["solarPower", "W"],
  loadPower: ["loadPower", "W"],
} as const;

function RowsFigure({ rows, figure, now }: { rows: readonly ContainerRow[]; figure: FleetFigure; now: number }) {
  const { t } = useTranslation("widgets");
  const countedWords = useCountedWords();
  const knownMs = useKnownMs(now);
  const connected = rows.filter((row) => !isNeverSeen(row));
  const [unit, found] =
    figure === "soc"
      ? (["percent", socSpread(connected, knownMs)] as const)
      : ([fields[figure][1], sumOf(connected, fields[figure][0], knownMs)] as const);
  const { of, everyS, value, at } = found;
  const note = [
    countedWords(found),
    figure === "soc" && of > 1 && t("kpi.median"),
    (figure === "solarToday" || figure === "loadToday") && t("kpi.sinceMidnight"),
  ];
  return <KpiFigure {...{ value, unit, at, everyS, now }} note={note.filter(Boolean).join(" · ") || undefined} />;
}

interface MetricProps {
  id: string;
  metric: string;
  now: number;
  heightPx: number;
}

function MetricFigure({ id, metric, now, heightPx }: MetricProps) {
  return (
    <OfContainer id={id} heightPx={heightPx}>
      {({ values, everyS, zoneName }) => (
        <WithHistory
          {...{ id, metric, now, everyS }}
          zone={zoneName}
          value={values[metric]?.value}
          at={values[metric] && atMs(values[metric].at)}
        />
      )}
    </OfContainer>
  );
}

interface HistoryProps {
  id: string;
  metric: string;
  zone: string;
  value: number | undefined;
  at: number | undefined;
  everyS: number;
  now: number;
}

function WithHistory({ id, metric, ...figure }: HistoryProps) {
  const { data } = useKpiHistory(id, figure.zone, figure.now, [metric]);
  const { spark } = kpiHistory(data?.t ?? [], data?.series[0] ?? [], figure.now);
  return <KpiFigure {...figure} unit={findMetric(metric)?.unit ?? "count"} spark={spark} />;
}

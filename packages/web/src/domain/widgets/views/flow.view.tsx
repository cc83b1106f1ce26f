import type { ContainerInfoV4 } from "@offgrid/contract/containers/containers.schema";
import { useElementSize } from "@mantine/hooks";
import { type CSSProperties, useMemo } from "react";
import { useTranslation } from "react-i18next";

import { EnergyFlow } from "../../energy-flow/energy-flow.tsx";
import { FlowFacts } from "../../energy-flow/flow-facts.tsx";
import { flowOf } from "../../energy-flow/flow-balance.ts";
import { flowsOf } from "../../energy-flow/flow-history.ts";
import { useFlowMetrics, useQuartersOfLastDay } from "../../energy-flow/flow.data.ts";
import { idleBranches, idleEquipment } from "../../energy-flow/idle-branches.ts";
import { IdleNote } from "../../energy-flow/idle-note.tsx";
import { latestReadings } from "../../energy-flow/latest-readings.ts";
import { useFreshness } from "../../../ui/use-freshness.ts";
import { useFlowFacts } from "../../energy-flow/use-flow-facts.ts";
import { OfContainer, type ViewProps } from "../widget-parts.tsx";

/** What feeds what now. */
export function FlowView({ widget: { container }, now, heightPx }: ViewProps<"flow">) {
  return (
    <OfContainer id={container} heightPx={heightPx}>
      {(info) => <FlowNow info={info} now={now} heightPx={heightPx} />}
    </OfContainer>
  );
}

/** Of the words below the drawing, for which it leaves room. */
const notePx = 36;
/** In less width the words of the drawing are too small to be read, and the list says the same. */
const drawnFromPx = 640;

function FlowNow({ info, now, heightPx }: { info: ContainerInfoV4; now: number; heightPx: number }) {
  const { t } = useTranslation("energy-flow");
  const { containerId, zoneName, values, everyS } = info;
  const { ref, width } = useElementSize();
  const metrics = useFlowMetrics(info);
  const { data: history } = useQuartersOfLastDay(containerId, zoneName, metrics);
  const judge = useFreshness();
  const readings = useMemo(
    () => latestReadings(values, metrics, everyS, now, judge),
    [values, metrics, everyS, now, judge],
  );
  const flow = useMemo(() => flowOf(readings), [readings]);
  const folded = useMemo(() => idleBranches(flow, flowsOf(history, metrics)), [flow, history, metrics]);
  const facts = useFlowFacts(info, flow, readings, now, true);
  if (flow.branches.length === 0) return <p className="og-note">{t("empty_title")}</p>;
  const idle = idleEquipment(flow, folded);
  const shown = { ...flow, branches: flow.branches.filter(({ id }) => !folded.has(id)) };
  return (
    <div ref={ref} style={{ "--room": `${heightPx - (idle.length > 0 ? notePx : 0)}px` } as CSSProperties}>
      {flow.isLastKnown && <p className="og-note og-flush">{t("lastKnown")}</p>}
      {width > 0 && width < drawnFromPx ? (
        <FlowFacts flow={shown} atMs={now} {...facts} />
      ) : (
        <EnergyFlow flow={flow} atMs={now} folded={folded} {...facts} />
      )}
      <IdleNote flow={flow} idle={idle} atMs={now} />
    </div>
  );
}

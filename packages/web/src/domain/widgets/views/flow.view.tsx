import type { ContainerInfoV4 } from "@offgrid/contract/containers/containers.schema";
import { type CSSProperties, useMemo } from "react";
import { useTranslation } from "react-i18next";

import { EnergyFlow } from "../../energy-flow/energy-flow.tsx";
import { flowMetrics, flowOf } from "../../energy-flow/flow-balance.ts";
import { latestReadings } from "../../energy-flow/latest-readings.ts";
import { useFlowFacts } from "../../energy-flow/use-flow-facts.ts";
import { OfContainer, type ViewProps } from "../widget-parts.tsx";

/** What feeds what now. */
export function FlowView({ widget: { container }, now, heightPx }: ViewProps<"flow">) {
  return (
    <OfContainer id={container} heightPx={heightPx}>
      {(info) => (
        <div style={{ "--room": `${heightPx}px` } as CSSProperties}>
          <FlowNow info={info} now={now} />
        </div>
      )}
    </OfContainer>
  );
}

function FlowNow({ info, now }: { info: ContainerInfoV4; now: number }) {
  const { t } = useTranslation("energy-flow");
  const { values, everyS } = info;
  const readings = useMemo(
    () =>
      latestReadings(
        values,
        flowMetrics.filter((metric) => Object.hasOwn(values, metric)),
        everyS,
        now,
      ),
    [values, everyS, now],
  );
  const flow = useMemo(() => flowOf(readings), [readings]);
  const facts = useFlowFacts(info, flow, readings, now, true);
  if (flow.branches.length === 0) return <p className="og-note">{t("empty_title")}</p>;
  return (
    <>
      {flow.isLastKnown && <p className="og-note og-flush">{t("lastKnown")}</p>}
      <EnergyFlow flow={flow} atMs={now} {...facts} />
    </>
  );
}

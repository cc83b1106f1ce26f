import { useAddressZoom } from "../../../chart/use-address-zoom.ts";
import { MarkedChart } from "../../../domain/charts/marked-chart.tsx";
import { Async } from "../../../ui/async.tsx";
import type { TabProps } from "../tabs/container-tabs.ts";
import { useMetricDay } from "./devices.data.ts";
import { MetricChart } from "./metric-chart.tsx";

/** The history of a metric over 24 hours, with what happened meanwhile. */
export function ValueHistory({ info, metric }: Pick<TabProps, "info"> & { metric: string }) {
  const zoom = useAddressZoom();
  const history = useMetricDay(info.containerId, info.zoneName, metric, zoom.view);
  return (
    <Async of={history} height={360}>
      {(answer) => (
        <MarkedChart containerIds={[info.containerId]} range={answer.span}>
          {(marks) => <MetricChart {...{ answer, metric, zoom, marks }} zone={info.zoneName} />}
        </MarkedChart>
      )}
    </Async>
  );
}

import type { ChartDefinition } from "@offgrid/contract/charts/chart-definition.schema";
import { Button, Menu } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { useAddressZoom } from "../../chart/use-address-zoom.ts";
import { receiveFile } from "../../core/api/call.ts";
import { saveFile } from "../../core/save-file.ts";
import type { DrawingAsked } from "../../domain/charts/drawing.data.ts";
import { useContainerChoices } from "../../domain/containers/containers.data.tsx";
import { Async } from "../../ui/async.tsx";
import { PeriodBar } from "../../ui/period-bar.tsx";
import type { Period } from "../../ui/period-range.ts";
import { sayFailure } from "../../ui/toast.tsx";
import { containersOf, useMarks } from "./chart-marks.ts";
import { DrawnBody } from "./drawn-body.tsx";
import { PlaceChoice } from "./place-choice.tsx";
import { PointMenu } from "./point-menu.tsx";
import { useViewedChart } from "./use-viewed-chart.ts";

/** What a chart shows, for any period, with what can be done with it. */
export function ChartView({ definition }: { definition: ChartDefinition }) {
  const { t } = useTranslation("charts");
  const zoom = useAddressZoom();
  const viewed = useViewedChart(definition);
  const { drawing, container, setRange, zone } = viewed;
  const containers = useContainerChoices();
  const ids = containersOf(definition, container);
  const marks = useMarks(ids, drawing.data, (id) => containers?.find((one) => one.id === id)?.name ?? id);
  const { view } = zoom;
  return (
    <div className="og-stack">
      <div className="og-line og-no-print">
        <PeriodBar
          value={viewed.chosen}
          periods={periodsFor(definition)}
          now={viewed.now}
          zone={zone}
          onChange={viewed.setPeriod}
        />
        <ExportMenu asked={viewed.asked} />
      </div>
      <PlaceChoice
        definition={definition}
        containerId={container}
        clusterId={viewed.cluster}
        onChange={viewed.setPlace}
      />
      <section className="og-card og-stack" style={{ padding: 16 }}>
        <Async of={{ ...drawing, isFetching: drawing.isPlaceholderData || drawing.isPending }} height={480}>
          {(drawn) => (
            <DrawnBody
              drawn={drawn}
              of={definition}
              warnings={marks}
              zoom={zoom}
              definition={definition}
              pointMenu={(atMs) => (
                <PointMenu {...{ atMs, zone }} containerId={ids.length === 1 ? ids[0] : undefined} onRange={setRange} />
              )}
              tools={
                view && (
                  <Button variant="light" size="compact-md" onClick={() => setRange(view)}>
                    {t("keepRange")}
                  </Button>
                )
              }
            />
          )}
        </Async>
      </section>
    </div>
  );
}

/** That of the chart, and the usual ones beside it. */
function periodsFor({ period }: ChartDefinition): Period[] {
  return [...new Set<Period>([period, "today", "yesterday", "7_days", "30_days", "custom"])];
}

function ExportMenu({ asked }: { asked: DrawingAsked }) {
  const { t } = useTranslation("charts");
  const save = async (format: "csv" | "xlsx" | "json") => {
    const { points: _points, ...drawing } = asked;
    try {
      saveFile(await receiveFile("chartExport", { ...drawing, format }));
    } catch {
      sayFailure(t("export.failed"));
    }
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" size="compact-md" leftSection={<IconDownload size={16} aria-hidden />}>
          {t("export.act")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(["xlsx", "csv", "json"] as const).map((format) => (
          <Menu.Item key={format} onClick={() => void save(format)}>
            {t(`export.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

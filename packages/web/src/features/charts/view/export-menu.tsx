import type { ChartDefinition } from "@offgrid/contract/charts/chart-definition.schema";
import type { DrawnChart } from "@offgrid/contract/charts/chart-drawing.schema";
import { Button, Menu } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { isUnreachable } from "../../../core/api/api-error.ts";
import { receiveFile } from "../../../core/api/call.ts";
import { saveFile } from "../../../core/save-file.ts";
import { LaterDialog } from "../../../ui/later-dialog.tsx";
import { sayFailure } from "../../../ui/toast.tsx";
import { useIsPhone } from "../../../ui/use-list-search.ts";
import type { DrawingAsked } from "../../../domain/charts/drawing.data.ts";
import { ReadingsDialog } from "./later-readings.tsx";

interface Props {
  definition: ChartDefinition;
  asked: DrawingAsked;
  /** What is seen; undefined: nothing yet. */
  drawn: Pick<DrawnChart, "from" | "to" | "zone"> | undefined;
}

/** Files of what a chart shows, and of every single reading behind it. */
export function ExportMenu({ definition, asked, drawn }: Props) {
  const { t } = useTranslation("charts");
  const isPhone = useIsPhone();
  const [isTaking, setTaking] = useState(false);
  const save = async (format: "csv" | "events" | "xlsx" | "json" | "pdf") => {
    const { points: _points, ...drawing } = asked;
    try {
      const file =
        format === "pdf" ? receiveFile("chartReport", drawing) : receiveFile("chartExport", { ...drawing, format });
      saveFile(await file);
    } catch (error) {
      sayFailure(t(isUnreachable(error) ? "export.unreachable" : "export.failed"));
    }
  };
  return (
    <>
      <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button variant="default" leftSection={!isPhone && <IconDownload size={16} aria-hidden />}>
            {t("export.act")}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {(["pdf", "xlsx", "csv", "events", "json"] as const).map((format) => (
            <Menu.Item key={format} onClick={() => void save(format)}>
              {t(`export.${format}`)}
            </Menu.Item>
          ))}
          <Menu.Item disabled={!drawn} onClick={() => setTaking(true)}>
            {t("readings.item")}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isTaking && drawn && (
        <LaterDialog onClose={() => setTaking(false)}>
          <ReadingsDialog {...{ definition, drawn }} place={asked} onClose={() => setTaking(false)} />
        </LaterDialog>
      )}
    </>
  );
}

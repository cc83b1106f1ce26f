import { containerLinks } from "@offgrid/contract/containers/container-link";
import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";
import { energyLevels } from "@offgrid/contract/energy-state/energy-levels";
import type { SavedView } from "@offgrid/contract/users/users.schema";
import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { saveFile } from "../../../core/save-file.ts";
import { type ContainerColumn, type ListQuery, containerColumns } from "../list-choices.ts";
import { ColumnChooser, ViewMenu } from "./later.tsx";
import { type CsvWords, csvColumns, listCsv } from "./list-csv.ts";

export interface ListToolsProps {
  containers: readonly ContainerRow[];
  columns: readonly ContainerColumn[];
  /** Cards have no columns. */
  withColumns: boolean;
  views: readonly SavedView[];
  query: ListQuery;
  onQuery: (query: ListQuery) => void;
  onColumns: (columns: ContainerColumn[]) => void;
  onViews: (views: SavedView[]) => void;
}

/** Saved views, columns, and the list as a file. */
export function ListTools({
  containers,
  columns,
  withColumns,
  views,
  query,
  onQuery,
  onColumns,
  onViews,
}: ListToolsProps) {
  const { t } = useTranslation(["containers", "container-facts", "energy-state"]);
  const download = () => {
    const words: CsvWords = {
      column: Object.fromEntries(containerColumns.map((name) => [name, t(`column.${name}`)])) as CsvWords["column"],
      id: t("csv.id"),
      openWarnings: t("csv.openWarnings"),
      usedToday: t("csv.used", { unit: "Wh" }),
      seen: t("csv.seen"),
      measured: t("csv.measured"),
      state: Object.fromEntries(
        containerLinks.map((link) => [link, t(`container-facts:status.${link}`)]),
      ) as CsvWords["state"],
      supply: Object.fromEntries(
        energyLevels.map((level) => [level, t(`energy-state:word.${level}`, { count: 1 })]),
      ) as CsvWords["supply"],
      measuredOf: (column) => t("csv.measuredOf", { column }),
    };
    const now = new Date();
    const text = listCsv(csvColumns(columns, words, now.getTime()), containers);
    const day = now.toISOString().slice(0, 10);
    saveFile({ name: `${t("csv.file")}-${day}.csv`, contents: new Blob([text], { type: "text/csv;charset=utf-8" }) });
  };
  return (
    <div className="og-wrap">
      <ViewMenu views={views} query={query} onApply={onQuery} onSave={onViews} />
      {withColumns && <ColumnChooser columns={columns} onChange={onColumns} />}
      <Button
        variant="default"
        title={t("csv.download")}
        leftSection={<IconDownload size={16} aria-hidden />}
        disabled={containers.length === 0}
        onClick={download}
      >
        {t("csv.download")}
      </Button>
    </div>
  );
}

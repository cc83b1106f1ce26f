import type { SiteRow } from "@offgrid/contract/containers/containers.schema";
import type { SavedView } from "@offgrid/contract/users/users.schema";
import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { saveFile } from "../../../core/save-file.ts";
import { type SiteColumn, type SiteWish, siteColumns } from "../list-choices.ts";
import { ColumnChooser } from "./column-chooser.tsx";
import { type CsvWords, csvColumns, listCsv } from "./list-csv.ts";
import styles from "./list-tools.module.css";
import { ViewMenu } from "./view-menu.tsx";

export interface ListToolsProps {
  sites: readonly SiteRow[];
  columns: readonly SiteColumn[];
  /** Cards have no columns. */
  withColumns: boolean;
  views: readonly SavedView[];
  wish: SiteWish;
  onWish: (wish: SiteWish) => void;
  onColumns: (columns: SiteColumn[]) => void;
  onViews: (views: SavedView[]) => void;
}

/** Saved views, columns, and the list as a file. */
export function ListTools({ sites, columns, withColumns, views, wish, onWish, onColumns, onViews }: ListToolsProps) {
  const { t } = useTranslation(["container-list", "ui"]);
  const download = () => {
    const words: CsvWords = {
      column: Object.fromEntries(siteColumns.map((name) => [name, t(`column.${name}`)])) as CsvWords["column"],
      id: t("csv.id"),
      openWarnings: t("csv.openWarnings"),
      usedToday: t("csv.used", { unit: "Wh" }),
      seen: t("csv.seen"),
      measured: t("csv.measured"),
      state: {
        online: t("ui:status.online"),
        just_offline: t("ui:status.just_offline"),
        offline: t("ui:status.offline"),
      },
    };
    const text = listCsv(csvColumns(columns, words), sites);
    const day = new Date().toISOString().slice(0, 10);
    saveFile({ name: `${t("csv.file")}-${day}.csv`, contents: new Blob([text], { type: "text/csv;charset=utf-8" }) });
  };
  return (
    <div className={styles.tools}>
      <ViewMenu views={views} wish={wish} onApply={onWish} onSave={onViews} />
      {withColumns && <ColumnChooser columns={columns} onChange={onColumns} />}
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        disabled={sites.length === 0}
        onClick={download}
      >
        {t("csv.download")}
      </Button>
    </div>
  );
}

import { Menu } from "@mantine/core";
import { definitionText } from "@offgrid/contract/charts/definition-text";
import { IconCopy, IconLayoutGrid, IconMail, IconTrash } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import type { SavedChart } from "../../../domain/charts/charts.data.ts";
import { removeChart } from "../remove-chart.ts";

/** The lines of a menu about a kept chart, wherever the menu is. */
export function ChartItems({ chart, onRemoved }: { chart: SavedChart; onRemoved?: () => void }) {
  const { t } = useTranslation("charts");
  const { id, definition, isOwn } = chart;
  const { name } = definition;
  const copy = { ...definition, name: t("copyOf", { name }).slice(0, 128) };
  const remove = async () => {
    const deleted = chart.links > 0 ? t("deletedLinks", { name, count: chart.links }) : t("deleted", { name });
    if (await removeChart(chart, deleted, t("notDeleted"))) onRemoved?.();
  };
  return (
    <>
      <Menu.Item
        leftSection={<IconCopy size={16} aria-hidden />}
        renderRoot={(props) => <Link to="/charts/add" search={{ d: definitionText(copy) }} {...props} />}
      >
        {t("duplicate")}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconLayoutGrid size={16} aria-hidden />}
        renderRoot={(props) => (
          <Link to="/widgets/create/{-$slug}" params={{}} search={{ type: "chart", chart: id }} {...props} />
        )}
      >
        {t("asWidget")}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconMail size={16} aria-hidden />}
        renderRoot={(props) => <Link to="/reports" search={{ open: "new", chart: id }} {...props} />}
      >
        {t("regularly")}
      </Menu.Item>
      {isOwn && (
        <Menu.Item
          color="var(--og-danger)"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => void remove()}
        >
          {t("delete")}
        </Menu.Item>
      )}
    </>
  );
}

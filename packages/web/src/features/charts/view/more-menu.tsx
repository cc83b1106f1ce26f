import { ActionIcon, Menu } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import type { SavedChart } from "../../../domain/charts/charts.data.ts";
import { ChartItems } from "./chart-items.tsx";

/** What is done seldom with a kept chart that is looked at. */
export function MoreMenu({ chart, size }: { chart: SavedChart; size: number }) {
  const { t } = useTranslation("charts");
  const navigate = useNavigate();
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon variant="default" size={size} aria-label={t("acts", { name: chart.definition.name })}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <ChartItems chart={chart} onRemoved={() => void navigate({ to: "/charts", search: {} })} />
      </Menu.Dropdown>
    </Menu>
  );
}

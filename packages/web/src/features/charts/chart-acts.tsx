import { ActionIcon, Button, Menu } from "@mantine/core";
import { IconDots, IconPencil, IconShare } from "@tabler/icons-react";
import { Link, useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import type { SavedChart } from "../../domain/charts/charts.data.ts";
import { useIsPhone } from "../../ui/use-list-search.ts";
import { ChartItems } from "./view/chart-items.tsx";

interface Props {
  chart: SavedChart;
  onShare: () => void;
}

/** What can be done with a kept chart: what is done most in one row, on a phone as well, and all else in a menu. */
export function ChartActs({ chart, onShare }: Props) {
  const { t } = useTranslation("charts");
  const isPhone = useIsPhone();
  const { id, isOwn } = chart;
  return (
    <div className="og-wrap og-no-print">
      {isOwn && (
        <Button
          variant="default"
          leftSection={!isPhone && <IconPencil size={16} aria-hidden />}
          renderRoot={(props) => <Link to="/charts/$slug" params={{ slug: id }} search={{ edit: "yes" }} {...props} />}
        >
          {t("edit")}
        </Button>
      )}
      {isOwn && (
        <Button leftSection={!isPhone && <IconShare size={16} aria-hidden />} onClick={onShare}>
          {t("share.act")}
        </Button>
      )}
      <MoreMenu chart={chart} />
    </div>
  );
}

function MoreMenu({ chart }: { chart: SavedChart }) {
  const { t } = useTranslation("charts");
  const navigate = useNavigate();
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={t("acts", { name: chart.definition.name })}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <ChartItems chart={chart} onRemoved={() => void navigate({ to: "/charts", search: {} })} />
      </Menu.Dropdown>
    </Menu>
  );
}

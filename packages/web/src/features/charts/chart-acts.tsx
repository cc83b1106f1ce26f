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

/** What can be done with a kept chart: what is done most in one row, on a phone as icons, and all else in a menu. */
export function ChartActs({ chart, onShare }: Props) {
  const { t } = useTranslation("charts");
  const isPhone = useIsPhone();
  const { id, isOwn } = chart;
  return (
    <div className="og-wrap og-tight og-no-print">
      {isOwn && isPhone && (
        <>
          <ActionIcon
            variant="default"
            size={40}
            aria-label={t("edit")}
            renderRoot={(props) => (
              <Link to="/charts/$slug" params={{ slug: id }} search={{ edit: "yes" }} {...props} />
            )}
          >
            <IconPencil size={18} aria-hidden />
          </ActionIcon>
          <ActionIcon size={40} aria-label={t("share.act")} onClick={onShare}>
            <IconShare size={18} aria-hidden />
          </ActionIcon>
        </>
      )}
      {isOwn && !isPhone && (
        <>
          <Button
            variant="default"
            leftSection={<IconPencil size={16} aria-hidden />}
            renderRoot={(props) => (
              <Link to="/charts/$slug" params={{ slug: id }} search={{ edit: "yes" }} {...props} />
            )}
          >
            {t("edit")}
          </Button>
          <Button leftSection={<IconShare size={16} aria-hidden />} onClick={onShare}>
            {t("share.act")}
          </Button>
        </>
      )}
      <MoreMenu chart={chart} size={isPhone ? 40 : 36} />
    </div>
  );
}

function MoreMenu({ chart, size }: { chart: SavedChart; size: number }) {
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

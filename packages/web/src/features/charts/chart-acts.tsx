import { ActionIcon, Button } from "@mantine/core";
import { IconDots, IconPencil, IconShare } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";

import { loadChunk } from "../../core/chunk.ts";
import { idle } from "../../core/idle.ts";
import type { SavedChart } from "../../domain/charts/charts.data.ts";
import { useIsPhone } from "../../ui/use-list-search.ts";

// The drawing goes first: a menu is a lot of program.
const MoreMenu = lazy(() =>
  idle()
    .then(() => loadChunk(() => import("./view/more-menu.tsx")))
    .then((part) => ({ default: part.MoreMenu })),
);

interface Props {
  chart: SavedChart;
  onShare: () => void;
}

/** What can be done with a kept chart: what is done most in one row, on a phone as icons, and all else in a menu. */
export function ChartActs({ chart, onShare }: Props) {
  const { t } = useTranslation("charts");
  const isPhone = useIsPhone();
  const { id, isOwn } = chart;
  const { name } = chart.definition;
  const moreSize = isPhone ? 40 : 36;
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
      <Suspense
        fallback={
          <ActionIcon variant="default" size={moreSize} disabled aria-label={t("acts", { name })}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        }
      >
        <MoreMenu chart={chart} size={moreSize} />
      </Suspense>
    </div>
  );
}

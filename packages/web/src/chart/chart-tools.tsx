import { ActionIcon, Button } from "@mantine/core";
import {
  IconDots,
  IconMaximize,
  IconMinimize,
  IconTable,
  IconZoomIn,
  IconZoomOut,
  IconZoomReset,
} from "@tabler/icons-react";
import { lazy, memo, Suspense, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { loadChunk } from "../core/chunk.ts";
import { idle } from "../core/idle.ts";
import type { ChartMenuProps } from "./chart-menu.tsx";
import styles from "./chart.module.css";
import type { ChartView } from "./use-chart-view.ts";
import type { Fullscreen } from "./use-fullscreen.ts";

// The drawing goes first: a menu is a lot of program.
const ChartMenu = lazy(() =>
  idle()
    .then(() => loadChunk(() => import("./chart-menu.tsx")))
    .then((module) => ({ default: module.ChartMenu })),
);

export interface ChartToolsProps extends Pick<ChartView, "isZoomed" | "look" | "zoomIn" | "zoomOut" | "address"> {
  /** Makes what is looked at the range of the chart; undefined: that cannot be done here. */
  keep: (() => void) | undefined;
  isTable: boolean;
  onTable: () => void;
  fullscreen: Fullscreen;
  menu: Omit<ChartMenuProps, "address">;
}

/** The buttons of a chart; everything that a pointer or key can do to it has one. */
export const ChartTools = memo(function ChartTools({
  isZoomed,
  look,
  zoomIn,
  zoomOut,
  keep,
  address,
  isTable,
  onTable,
  fullscreen,
  menu,
}: ChartToolsProps) {
  const { t } = useTranslation("chart");
  return (
    <div className={styles.tools} style={{ flexWrap: "wrap", justifyContent: "flex-end" }}>
      {keep && isZoomed && (
        <Button variant="light" size="compact-sm" onClick={keep}>
          {t("keepRange")}
        </Button>
      )}
      <Tool label={t("zoomIn")} onClick={zoomIn}>
        <IconZoomIn size={18} aria-hidden />
      </Tool>
      <Tool label={t("zoomOut")} isDisabled={!isZoomed} onClick={zoomOut}>
        <IconZoomOut size={18} aria-hidden />
      </Tool>
      <Tool label={t("reset")} isDisabled={!isZoomed} onClick={() => look(undefined)}>
        <IconZoomReset size={18} aria-hidden />
      </Tool>
      <Tool label={t("asTable")} isPressed={isTable} onClick={onTable}>
        <IconTable size={18} aria-hidden />
      </Tool>
      {fullscreen.isPossible && (
        <Tool label={t("fullscreen")} isPressed={fullscreen.isFull} onClick={fullscreen.toggle}>
          {fullscreen.isFull ? <IconMinimize size={18} aria-hidden /> : <IconMaximize size={18} aria-hidden />}
        </Tool>
      )}
      <Suspense
        fallback={
          <Tool label={t("menu.label")} isDisabled onClick={() => {}}>
            <IconDots size={18} aria-hidden />
          </Tool>
        }
      >
        <ChartMenu {...menu} address={address} />
      </Suspense>
    </div>
  );
});

interface ToolProps {
  label: string;
  isDisabled?: boolean;
  isPressed?: boolean;
  onClick: () => void;
  children: ReactNode;
}

function Tool({ label, isDisabled = false, isPressed, onClick, children }: ToolProps) {
  return (
    <ActionIcon
      variant="subtle"
      size={32}
      aria-label={label}
      title={label}
      aria-pressed={isPressed}
      disabled={isDisabled}
      onClick={onClick}
    >
      {children}
    </ActionIcon>
  );
}

import { ActionIcon, Button } from "@mantine/core";
import {
  IconArrowDown,
  IconArrowLeft,
  IconArrowRight,
  IconArrowUp,
  IconFocusCentered,
  IconLasso,
  IconMinus,
  IconPlus,
  IconSquareCheck,
} from "@tabler/icons-react";
import type { Map as MapLibre } from "maplibre-gl";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

/** Of the map's width or height per step. */
const panShare = 0.3;

export interface MapToolsProps {
  /** Absent while the map is on its way: the buttons stand there but do nothing yet. */
  map: MapLibre | undefined;
  onShowAll: () => void;
  /** Where containers are chosen on the map. */
  choosing?: { isDrawing: boolean; onDraw: () => void; onChooseInView: () => void } | undefined;
}

/** Everything that dragging and the wheel do, as buttons. */
export function MapTools({ map, onShowAll, choosing }: MapToolsProps) {
  const { t } = useTranslation("map");
  const pan = (right: number, down: number) => () => {
    const { clientWidth = 0, clientHeight = 0 } = map?.getContainer() ?? {};
    map?.panBy([right * panShare * clientWidth, down * panShare * clientHeight]);
  };
  const tool = (label: string, icon: ReactNode, act: () => void) => (
    <ActionIcon variant="default" size={32} aria-label={label} title={label} disabled={!map} onClick={act}>
      {icon}
    </ActionIcon>
  );
  return (
    <div className="og-line" role="toolbar" aria-label={t("tools")}>
      <span className="og-wrap og-tight">
        {tool(t("zoomIn"), <IconPlus size={18} aria-hidden />, () => map?.zoomIn())}
        {tool(t("zoomOut"), <IconMinus size={18} aria-hidden />, () => map?.zoomOut())}
        {tool(t("showAll"), <IconFocusCentered size={18} aria-hidden />, onShowAll)}
      </span>
      <span className="og-wrap og-tight">
        {tool(t("west"), <IconArrowLeft size={18} aria-hidden />, pan(-1, 0))}
        {tool(t("north"), <IconArrowUp size={18} aria-hidden />, pan(0, -1))}
        {tool(t("south"), <IconArrowDown size={18} aria-hidden />, pan(0, 1))}
        {tool(t("east"), <IconArrowRight size={18} aria-hidden />, pan(1, 0))}
      </span>
      {choosing && (
        <span className="og-wrap og-tight">
          <Button
            variant={choosing.isDrawing ? "filled" : "default"}
            size="compact-md"
            disabled={!map}
            aria-pressed={choosing.isDrawing}
            leftSection={<IconLasso size={18} aria-hidden />}
            onClick={choosing.onDraw}
          >
            {t("draw")}
          </Button>
          <Button
            variant="default"
            size="compact-md"
            disabled={!map}
            leftSection={<IconSquareCheck size={18} aria-hidden />}
            onClick={choosing.onChooseInView}
          >
            {t("chooseInView")}
          </Button>
        </span>
      )}
    </div>
  );
}

import { Menu } from "@mantine/core";
import {
  IconBell,
  IconCalendarEvent,
  IconClockHour4,
  IconListDetails,
  IconNote,
  IconSolarPanel,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { addCalendar, startOf } from "../../core/time.ts";
import type { TimeRange } from "../../ui/period-range.ts";
import { useCan } from "../../core/can/can.ts";
import type { PlotLine } from "../../domain/charts/drawn-series.ts";
import { levelAt } from "./level-at.ts";

interface PointMenuProps {
  atMs: number;
  zone: string;
  /** The one container that the chart is about. */
  containerId: string | undefined;
  onRange: (range: TimeRange) => void;
  /** Absent: single readings are not offered here. */
  onRaw?: ((range: TimeRange) => void) | undefined;
  /** A rule can begin with a level of these; absent: with none. */
  drawn?: { t: readonly number[]; lines: readonly PlotLine[] };
  /** Absent: no note is offered here. */
  onNote?: (() => void) | undefined;
}

const hourMs = 3_600_000;

/** A point is a door: to its day, its hour, its readings, and to what else there is about its container. */
export function PointMenu({ atMs, zone, containerId, onRange, onRaw, drawn, onNote }: PointMenuProps) {
  const { t } = useTranslation("charts");
  const mayWarn = useCan("registerWarning");
  const level = drawn && levelAt(drawn.lines, drawn.t, atMs);
  const day = startOf("day", atMs, zone);
  const around = { fromMs: Math.round(atMs - hourMs), toMs: Math.round(atMs + hourMs) };
  return (
    <>
      <Menu.Item
        leftSection={<IconCalendarEvent size={16} aria-hidden />}
        onClick={() => onRange({ fromMs: day, toMs: addCalendar(day, 1, "day", zone) })}
      >
        {t("point.day")}
      </Menu.Item>
      <Menu.Item leftSection={<IconClockHour4 size={16} aria-hidden />} onClick={() => onRange(around)}>
        {t("point.hour")}
      </Menu.Item>
      {onRaw && (
        <Menu.Item leftSection={<IconListDetails size={16} aria-hidden />} onClick={() => onRaw(around)}>
          {t("point.raw")}
        </Menu.Item>
      )}
      {onNote && (
        <Menu.Item leftSection={<IconNote size={16} aria-hidden />} onClick={onNote}>
          {t("point.note")}
        </Menu.Item>
      )}
      {containerId !== undefined && (
        <>
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconSolarPanel size={16} aria-hidden />}
            renderRoot={(props) => (
              <Link
                to="/containers/$slug"
                params={{ slug: containerId }}
                search={{ from: day, to: addCalendar(day, 1, "day", zone) }}
                {...props}
              />
            )}
          >
            {t("point.container")}
          </Menu.Item>
          {mayWarn && (
            <Menu.Item
              leftSection={<IconBell size={16} aria-hidden />}
              renderRoot={(props) => (
                <Link to="/warning/add" search={{ container: containerId, ...level }} {...props} />
              )}
            >
              {t(level ? "point.warnLevel" : "point.warn")}
            </Menu.Item>
          )}
        </>
      )}
    </>
  );
}

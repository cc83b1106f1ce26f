import { Menu } from "@mantine/core";
import type { LocaleCode } from "@offgrid/contract/core/constants";
import type { ReactNode } from "react";

import { formatTime } from "../core/time.ts";

/** An instant of a chart that was clicked, and where: pixels from the top left of the drawing. */
export interface ChartPointAt {
  atMs: number;
  left: number;
  top: number;
}

interface ChartPointProps {
  at: ChartPointAt;
  zone: string;
  locale: LocaleCode;
  onClose: () => void;
  /** Items of a menu. */
  children: ReactNode;
}

/** What to do at a point of a chart. */
export function ChartPoint({ at: { atMs, left, top }, zone, locale, onClose, children }: ChartPointProps) {
  return (
    <Menu opened onClose={onClose} position="bottom-start" withinPortal={false} returnFocus>
      <Menu.Target>
        <span style={{ position: "absolute", left, top }} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{formatTime(atMs, "dateTime", zone, locale)}</Menu.Label>
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}

import { Menu } from "@mantine/core";
import {
  IconCalendarEvent,
  IconClockHour4,
  IconListDetails,
  IconNote,
  IconSolarPanel,
  IconTicket,
  IconTopologyStar3,
} from "@tabler/icons-react";
import { definitionText, type GivenDefinition } from "@offgrid/contract/charts/definition-text";
import { ticketLimits } from "@offgrid/contract/tickets/ticket-types";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { addCalendar, startOf } from "../../../core/time.ts";
import type { TimeRange } from "../../../ui/period-range.ts";
import { useCan } from "../../../core/can/can.ts";
import type { PlotLine } from "../../../domain/charts/drawn-series.ts";
import { levelsAt } from "./level-at.ts";
import { WarnItems } from "./warn-items.tsx";

interface PointMenuProps {
  atMs: number;
  zone: string;
  /** The one container that the chart is about. */
  containerId: string | undefined;
  /** @param groupBy Absent: as the chart has it. */
  onRange: (range: TimeRange, groupBy?: "hour") => void;
  /** Absent: single readings are not offered here. */
  onRaw?: ((range: TimeRange) => void) | undefined;
  /** A rule can begin with a level of these; absent: with none. */
  drawn?: { t: readonly number[]; lines: readonly PlotLine[] };
  /** Absent: no note is offered here. */
  onNote?: (() => void) | undefined;
  /** What is looked at, for a ticket about it. */
  chart: GivenDefinition;
}

const hourMs = 3_600_000;

/** A point is a door: to its day, its hour, its readings, and to what else there is about its container. */
export function PointMenu({ containerId, ...point }: PointMenuProps) {
  const { atMs, chart } = point;
  return (
    <>
      <TimeItems {...point} />
      {containerId !== undefined && <ContainerItems {...point} containerId={containerId} />}
      <TicketItem {...{ atMs, chart, containerId }} />
    </>
  );
}

/** What of the same chart is shown next, and what happened then. */
function TimeItems({ atMs, zone, onRange, onRaw, onNote }: Omit<PointMenuProps, "containerId">) {
  const { t } = useTranslation("charts");
  const day = dayOfPoint(atMs, zone);
  const around = { fromMs: Math.round(atMs - hourMs), toMs: Math.round(atMs + hourMs) };
  return (
    <>
      <Menu.Item leftSection={<IconCalendarEvent size={16} aria-hidden />} onClick={() => onRange(day, "hour")}>
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
    </>
  );
}

/** What else there is about its container. */
function ContainerItems({ atMs, zone, drawn, containerId }: PointMenuProps & { containerId: string }) {
  const { t } = useTranslation("charts");
  const mayWarn = useCan("registerWarning");
  const { fromMs: from, toMs: to } = dayOfPoint(atMs, zone);
  const page = { to: "/containers/$slug", params: { slug: containerId } } as const;
  return (
    <>
      <Menu.Divider />
      <Menu.Item
        leftSection={<IconTopologyStar3 size={16} aria-hidden />}
        renderRoot={(props) => <Link {...page} search={{ tab: "flow", at: Math.round(atMs) }} {...props} />}
      >
        {t("point.flow")}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconSolarPanel size={16} aria-hidden />}
        renderRoot={(props) => <Link {...page} search={{ from, to }} {...props} />}
      >
        {t("point.container")}
      </Menu.Item>
      {mayWarn && <WarnItems containerId={containerId} levels={drawn ? levelsAt(drawn.lines, drawn.t, atMs) : []} />}
    </>
  );
}

/** A question about what is looked at. */
function TicketItem({ atMs, chart, containerId }: Pick<PointMenuProps, "atMs" | "chart" | "containerId">) {
  const { t } = useTranslation("charts");
  if (!useCan("ticketCreate")) return null;
  const search = {
    ...{ new: "ticket", chart: chartText(chart), at: Math.round(atMs) },
    ...(containerId !== undefined && { on: containerId }),
  };
  return (
    <Menu.Item
      leftSection={<IconTicket size={16} aria-hidden />}
      renderRoot={(props) => <Link to="/tickets" search={search} {...props} />}
    >
      {t("point.ticket")}
    </Menu.Item>
  );
}

/** What does not fit into a message is no link in one: its name and its time go alone. */
function chartText(chart: GivenDefinition): string {
  const whole = definitionText(chart);
  return whole.length <= ticketLimits.longestMessage ? whole : definitionText({ ...chart, series: [] });
}

function dayOfPoint(atMs: number, zone: string): TimeRange {
  const fromMs = startOf("day", atMs, zone);
  return { fromMs, toMs: addCalendar(fromMs, 1, "day", zone) };
}

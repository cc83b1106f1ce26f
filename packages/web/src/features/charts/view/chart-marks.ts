import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";

import type { ChartWarning } from "../../../chart/chart-series.ts";
import { callQueryInTurn } from "../../../core/api/call-query-in-turn.ts";
import { mostMarked } from "../../../domain/charts/happened.ts";
import { useEventText } from "../../../domain/notifications/use-event-text.ts";

const mostEvents = 200;

/** What happened at the containers of a chart in its range, as marks on the time axis. */
export function useMarks(
  containerIds: readonly string[],
  range: { from: number; to: number } | undefined,
  nameOf: (id: string) => string,
): readonly ChartWarning[] {
  const textOf = useEventText();
  const isFew = containerIds.length <= mostMarked && range !== undefined;
  // By the minute, so that a chart that goes on is not asked for again with each second.
  const minute = (atMs: number) => new Date(Math.floor(atMs / 60_000) * 60_000).toISOString();
  const answers = useQueries({
    queries: (isFew ? containerIds : []).map((containerId) => ({
      ...callQueryInTurn("getNotificationsHistory", {
        ...{ containerId, pageSize: mostEvents, counted: 1 },
        ...(range && { from: minute(range.from), to: minute(range.to + 60_000) }),
      }),
      retry: false,
    })),
    combine: (found) => found.map(({ data }) => data?.data),
  });
  const key = answers.map((events) => events?.map(({ id }) => id).join(" ") ?? "").join("|");
  return useMemo(
    () =>
      answers.flatMap((events, index) =>
        // A warning is marked as itself, also for whoever was not notified of it.
        (events ?? [])
          .filter(({ code }) => code !== "warning.raised")
          .map((event): ChartWarning => {
            const text = textOf(event);
            const name = nameOf(containerIds[index] ?? "");
            return {
              atMs: Date.parse(event.at),
              level: event.level,
              text: containerIds.length > 1 ? `${name}: ${text}` : text,
            };
          }),
      ),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the answers are new with each render, and their events count
    [key],
  );
}

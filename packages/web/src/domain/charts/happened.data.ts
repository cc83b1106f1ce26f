import { inLanguage } from "@offgrid/contract/warnings/suggested-words";
import { tickMs } from "@offgrid/contract/core/constants";
import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";

import { callQueryInTurn } from "../../core/api/call-query-in-turn.ts";
import { useTick } from "../../core/live/tick.ts";
import type { TimeRange } from "../../ui/period-range.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { type Asked, type Happened, happenedIn, mostMarked, untilNextMs } from "./happened.ts";

const mostWarnings = 200;
/** A chart that goes on has another range with each second: it asks again when an hour is over. */
const stepMs = 3_600_000;

/** Warnings and works at the containers of a chart in its range. The same object for as long as nothing of it changes. */
export function useHappened(containerIds: readonly string[], range: TimeRange | undefined): Happened {
  const locale = useLocale();
  const nowMs = useTick();
  const ids = range && containerIds.length <= mostMarked ? containerIds : [];
  const from = new Date(Math.floor((range?.fromMs ?? 0) / stepMs) * stepMs).toISOString();
  const to = new Date(Math.ceil((range?.toMs ?? 0) / stepMs) * stepMs).toISOString();
  // Beside the values: where they do not come, the chart is drawn all the same. Several charts of a page have one answer,
  // which is as old for each of them.
  const often = { retry: false, refetchInterval: untilNext, staleTime: tickMs } as const;
  const warnings = useQueries({
    queries: ids.map((containerId) => ({
      ...callQueryInTurn("getWarningContainerHistory", { containerId, from, to, pageSize: mostWarnings }),
      ...often,
    })),
    combine: joined,
  });
  const works = useQueries({
    queries: ids.map((containerId) => ({ ...callQueryInTurn("maintenanceList", { containerId }), ...often })),
    combine: joined,
  });
  const worded = warnings.list.map((one) => inLanguage(one, locale));
  const isOne = containerIds.length === 1;
  // As a text: what is new with each answer would be drawn again.
  const text = JSON.stringify({
    ...happenedIn(range ?? { fromMs: 0, toMs: 0 }, worded, works.list, { isOne, nowMs }),
    isKnown: warnings.isKnown && works.isKnown,
  } satisfies Happened);
  return useMemo(() => JSON.parse(text) as Happened, [text]);
}

function joined<One>(found: readonly { data: { data: readonly One[] } | undefined }[]) {
  return {
    list: found.flatMap(({ data }) => data?.data ?? []),
    isKnown: found.every(({ data }) => data !== undefined),
  };
}

const untilNext = ({ state }: { state: Asked }) => untilNextMs(state, Date.now());

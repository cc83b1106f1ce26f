import type { ContainerInfoV4 } from "@offgrid/contract/containers/containers.schema";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useMemo, useState } from "react";

import { isoDay } from "../../../core/time.ts";
import { instantsOf } from "../../../domain/energy-flow/flow-history.ts";
import { dayOf } from "../days/local-day.ts";
import { useReplayedDay } from "./flow.data.ts";
import { instantFor, nextInstant } from "./flow-replay.ts";

/** Between two instants of the replay, while it plays by itself. */
const playEveryMs = 400;
const dayMs = 86_400_000;

/** The last 24 hours, or the day of the instant that the address names, instant by instant. */
export function useReplay(info: ContainerInfoV4, metrics: readonly string[], now: number) {
  const { at } = useSearch({ from: "/main/containers/$slug" });
  const navigate = useNavigate({ from: "/containers/$slug" });
  const isEarlier = at !== undefined && at < now - dayMs;
  const earlier = isEarlier ? dayOf(isoDay(at, info.zoneName), now, info.zoneName) : undefined;
  const history = useReplayedDay(info.containerId, info.zoneName, metrics, earlier);
  const instants = useMemo(() => (history.data ? instantsOf(history.data) : []), [history.data]);
  const [chosenMs, setChosenMs] = useState<number>();
  const [isPlaying, setPlaying] = useState(false);
  const asked = at === undefined ? undefined : instantFor(instants, at);
  // An instant may have left the last 24 hours meanwhile.
  const shownMs = chosenMs !== undefined && instants.includes(chosenMs) ? chosenMs : asked;

  const toLive = () => {
    setChosenMs(undefined);
    if (at !== undefined)
      void navigate({ search: ({ at: _at, ...before }) => before, replace: true, resetScroll: false });
  };
  useEffect(() => {
    if (!isPlaying) return undefined;
    const timer = setInterval(() => {
      const next = nextInstant(instants, shownMs);
      if (next === undefined) setPlaying(false);
      // The present follows the last 24 hours, and no earlier day.
      if (next !== undefined) setChosenMs(next);
      else if (!isEarlier) toLive();
    }, playEveryMs);
    return () => clearInterval(timer);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- each instant is shown for as long as the others
  }, [isPlaying, instants, shownMs, isEarlier]);

  return {
    ...{ history, instants, shownMs, isPlaying, earlier, toLive },
    /** The instant that was asked for, where what was measured then is not here yet, or nothing was. */
    missingMs: shownMs === undefined ? at : undefined,
    show: (instant: number | undefined) => {
      setPlaying(false);
      if (instant === undefined) toLive();
      else setChosenMs(instant);
    },
    play: (next: boolean) => {
      setPlaying(next);
      const isAtEnd = shownMs === undefined || (isEarlier && shownMs === instants.at(-1));
      if (next && isAtEnd) setChosenMs(instants[0]);
    },
  };
}

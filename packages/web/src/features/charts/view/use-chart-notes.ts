import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";

import type { ChartWarning } from "../../../chart/chart-series.ts";
import { useCan } from "../../../core/can/can.ts";
import { type Note, useNotes } from "../../../domain/notes/notes.data.ts";

export interface ChartNotes {
  notes: readonly Note[];
  isMore: boolean;
  /** Of the notes, as the time axis has them. */
  marks: readonly ChartWarning[];
  /** Asks for a note on this instant; absent: the person may write none, or the chart is of no container. */
  onNote: ((atMs: number) => void) | undefined;
  /** What is asked at the moment. */
  dialog: { atMs: number; onClose: () => void } | undefined;
}

/** What people wrote down about the containers of a chart in its range. */
export function useChartNotes(
  containerIds: readonly string[],
  range: { from: number; to: number } | undefined,
  nameOf: (containerId: string) => string,
): ChartNotes {
  const { t } = useTranslation("notes");
  const mayWrite = useCan("noteAdd");
  const [askedAtMs, setAskedAtMs] = useState<number>();
  const { data } = useNotes(containerIds, range && { fromMs: range.from, toMs: range.to });
  const notes = data?.data;
  const isOne = containerIds.length === 1;
  // As one text each: a mark that is new with each render would be drawn again.
  const ids = containerIds.join("\n");
  const names = containerIds.map(nameOf).join("\n");
  const marks = useMemo(
    () =>
      (notes ?? []).map(({ at, text, by, containerId }): ChartWarning => {
        const said = { text, who: by?.name ?? t("someone") };
        const container = names.split("\n")[ids.split("\n").indexOf(containerId)] ?? containerId;
        return {
          atMs: Date.parse(at),
          level: "info",
          isNote: true,
          text: isOne ? t("mark", said) : t("markOf", { ...said, container }),
        };
      }),
    [notes, ids, names, isOne, t],
  );
  return {
    notes: notes ?? [],
    isMore: data?.isMore ?? false,
    marks,
    onNote: mayWrite && containerIds.length > 0 ? setAskedAtMs : undefined,
    dialog: askedAtMs === undefined ? undefined : { atMs: askedAtMs, onClose: () => setAskedAtMs(undefined) },
  };
}

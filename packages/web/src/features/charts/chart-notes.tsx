import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";

import type { ChartWarning } from "../../chart/chart-series.ts";
import { useCan } from "../../core/can/can.ts";
import { NoteDialog } from "../../domain/notes/note-dialog.tsx";
import { NoteLines } from "../../domain/notes/note-lines.tsx";
import { addNote, deleteNote, type Note, useNotes } from "../../domain/notes/notes.data.ts";
import { sayDone, sayFailure, sayUndo } from "../../ui/toast.tsx";

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

interface NotesOfChartProps {
  of: ChartNotes;
  zone: string;
  containerIds: readonly string[];
  nameOf: (containerId: string) => string;
}

/** The notes below a chart, and the question for a new one. */
export function NotesOfChart({ of: { notes, isMore, dialog }, zone, containerIds, nameOf }: NotesOfChartProps) {
  const { t } = useTranslation("notes");
  const remove = async ({ id }: Note) => {
    try {
      await deleteNote(id);
      sayUndo(t("deleted"), () => void deleteNote(id, true).catch(() => sayFailure(t("notRestored"))));
    } catch {
      sayFailure(t("notDeleted"));
    }
  };
  const add = async (atMs: number, note: { containerId: string; text: string }) => {
    await addNote({ ...note, at: new Date(Math.round(atMs)).toISOString() });
    sayDone(t("added"));
  };
  return (
    <>
      <NoteLines
        {...{ notes, isMore, zone }}
        nameOf={containerIds.length > 1 ? nameOf : undefined}
        onDelete={(note) => void remove(note)}
      />
      {dialog && (
        <NoteDialog
          {...dialog}
          zone={zone}
          containers={containerIds.map((id) => ({ id, name: nameOf(id) }))}
          onAdd={(note) => add(dialog.atMs, note)}
        />
      )}
    </>
  );
}

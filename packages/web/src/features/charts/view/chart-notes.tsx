import { useTranslation } from "react-i18next";

import { NoteDialog } from "../../../domain/notes/note-dialog.tsx";
import { NoteLines } from "../../../domain/notes/note-lines.tsx";
import { addNote, deleteNote, type Note } from "../../../domain/notes/notes.data.ts";
import { sayDone, sayFailure, sayUndo } from "../../../ui/toast.tsx";
import type { ChartNotes } from "./use-chart-notes.ts";

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

import type { ChartDefinition } from "@offgrid/contract/charts/chart-definition.schema";
import { useDebouncedCallback } from "@mantine/hooks";
import { useCallback, useEffect, useRef, useState } from "react";

import { definitionText, readDefinitionText } from "@offgrid/contract/charts/definition-text";
import { began, edited, type Editing, redone, undone } from "./editing.ts";

/** The address follows so long after the last edit: it draws the page again, and the preview comes first. */
const restMs = 600;

export interface Draft {
  editing: Editing;
  definition: ChartDefinition;
  /** @param field Edits of one field in a row are one step; absent: it is a step of its own. */
  change: (next: ChartDefinition, field?: string) => void;
  undo: () => void;
  redo: () => void;
}

/**
 * A chart that is being edited. Each edit is a step; the draft is in the address, which is replaced, so that going back
 * leaves the page and never goes through edits.
 * @param text What the address holds. @param first What is edited where it holds nothing.
 */
export function useDraft(text: string | undefined, first: ChartDefinition, onText: (text: string) => void): Draft {
  const [editing, setEditing] = useState(() => began((text !== undefined && readDefinitionText(text)) || first));
  // The address follows some time after the edits: what was written here is no news when it stands there.
  const [written] = useState(() => new Set<string>());
  const [seen, setSeen] = useState(text);
  const write = useDebouncedCallback((definition: ChartDefinition) => {
    const next = definitionText(definition);
    if (next === text) return;
    written.add(next);
    onText(next);
  }, restMs);
  if (text !== seen) {
    setSeen(text);
    const other = text === undefined || written.has(text) ? undefined : readDefinitionText(text);
    // Another chart was opened here meanwhile: a step, so that it can be undone.
    if (other) setEditing(edited(editing, other));
  }
  const { past, now, future } = editing;
  const isEdited = past.length + future.length > 0;
  useEffect(() => {
    if (isEdited) write(now);
  }, [isEdited, now, write]);
  // The same for as long as the page stands: what does not show the draft is not drawn again with it.
  const change = useCallback<Draft["change"]>((next, field) => setEditing((before) => edited(before, next, field)), []);
  const draft: Draft = {
    editing,
    definition: editing.now,
    change,
    undo: () => setEditing(undone),
    redo: () => setEditing(redone),
  };
  useUndoKeys(draft);
  return draft;
}

/** Ctrl+Z and Ctrl+Y, also in fields: what they hold is the draft. */
function useUndoKeys(draft: Draft): void {
  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      const key = event.key.toLowerCase();
      const isUndo = key === "z" && !event.shiftKey;
      if (!isUndo && key !== "y" && !(key === "z" && event.shiftKey)) return;
      event.preventDefault();
      if (isUndo) latest.current.undo();
      else latest.current.redo();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}

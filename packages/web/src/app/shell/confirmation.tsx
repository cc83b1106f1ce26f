import { lazy, useEffect, useState } from "react";

import { onConfirmNeeded } from "../../core/api/confirmation.ts";
import { loadChunk } from "../../core/chunk.ts";
import { LaterDialog } from "../../ui/later-dialog.tsx";

const ConfirmationDialog = lazy(() =>
  loadChunk(() => import("../../features/confirmation/confirmation.dialog.tsx")).then((part) => ({
    default: part.ConfirmationDialog,
  })),
);

/** Asks for a confirmation when a call needs one, and passes the outcome on to the call. */
export function Confirmation() {
  const [answer, setAnswer] = useState<(isConfirmed: boolean) => void>();
  useEffect(
    () =>
      onConfirmNeeded(
        () =>
          new Promise((resolve) => {
            setAnswer(() => (isConfirmed: boolean) => {
              setAnswer(undefined);
              resolve(isConfirmed);
            });
          }),
      ),
    [],
  );
  return (
    <LaterDialog onClose={() => answer?.(false)}>{answer && <ConfirmationDialog onAnswer={answer} />}</LaterDialog>
  );
}

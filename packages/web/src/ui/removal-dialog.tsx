import type { ReactNode } from "react";

import { ConfirmDialog } from "./confirm-dialog.tsx";
import { useAct } from "./use-act.ts";

export interface RemovalDialogProps {
  /** A question that names the thing. */
  title: string;
  /** The consequence. */
  children: ReactNode;
  /** The act as a verb, such as "Remove". */
  confirm: string;
  /** Absent: it cannot be removed, and the consequence says why. */
  onRemove?: (() => Promise<unknown>) | undefined;
  onClose: () => void;
}

/** Asks before something is removed, closes once it is, and says why where it could not be. */
export function RemovalDialog({ onRemove, onClose, ...words }: RemovalDialogProps) {
  const remove = useAct(async () => onRemove?.());
  return (
    <ConfirmDialog
      {...words}
      isRunning={remove.isRunning}
      error={remove.error}
      onConfirm={onRemove && (() => void remove.run().then((isDone) => isDone && onClose()))}
      onClose={onClose}
    />
  );
}

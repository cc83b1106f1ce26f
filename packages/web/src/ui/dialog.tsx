import { type ReactNode, lazy } from "react";
import { useTranslation } from "react-i18next";

import { loadChunk } from "../core/chunk.ts";
import { LaterDialog } from "./later-dialog.tsx";
import { useFocusReturn } from "./use-focus-return.ts";

/** What lies over a page, and keeps focus and scrolling in it, is a lot of code that no first picture needs. */
const Modal = lazy(() => loadChunk(() => import("./dialog-modal.ts")).then((part) => ({ default: part.Modal })));

interface Props {
  title: string;
  /** "auto": as wide as its contents. */
  size?: "md" | "lg" | "xl" | "auto";
  onClose: () => void;
  children: ReactNode;
}

/** A dialog while it is open. The focus goes back to where it was. */
export function Dialog({ title, size = "md", onClose, children }: Props) {
  const { t } = useTranslation();
  useFocusReturn();
  return (
    <LaterDialog onClose={onClose}>
      <Modal opened size={size} onClose={onClose} title={title} closeButtonProps={{ "aria-label": t("action.close") }}>
        {children}
      </Modal>
    </LaterDialog>
  );
}

import { Button } from "@mantine/core";
import { type ReactNode, Suspense, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";

import { isChunkAway, onChunkAway } from "../core/chunk.ts";

interface Props {
  /** It is not waited for any more: whoever asked for it is done. */
  onClose: () => void;
  children: ReactNode;
}

/** Around a dialog whose code is fetched when it is asked for: without a connection it says that it waits for one. */
export function LaterDialog({ onClose, children }: Props) {
  return <Suspense fallback={<DialogAway onClose={onClose} />}>{children}</Suspense>;
}

/** Small, and no dialog itself: those are what may not have been fetched. */
function DialogAway({ onClose }: Omit<Props, "children">) {
  const { t } = useTranslation();
  const isAway = useSyncExternalStore(onChunkAway, isChunkAway);
  if (!isAway) return null;
  return (
    <div
      className="og-card og-close-stack"
      style={{ position: "fixed", insetInline: 16, bottom: 16, zIndex: 400, maxWidth: 420, marginInline: "auto" }}
    >
      <p role="alert" className="og-flush">
        {t("error.part_away_text")}
      </p>
      <div>
        <Button variant="default" onClick={onClose}>
          {t("action.close")}
        </Button>
      </div>
    </div>
  );
}

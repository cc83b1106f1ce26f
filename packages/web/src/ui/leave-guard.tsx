import { useBlocker } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { ConfirmDialog } from "./confirm-dialog.tsx";

/** Asks before a page with changes that were not saved is left. */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const { t } = useTranslation("ui");
  const blocker = useBlocker({
    // A change within the address of the page itself leaves nothing.
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });
  if (blocker.status !== "blocked") return null;
  return (
    <ConfirmDialog
      title={t("form.leave_title")}
      confirm={t("form.leave_confirm")}
      onConfirm={blocker.proceed}
      onClose={blocker.reset}
    >
      {t("form.leave_text")}
    </ConfirmDialog>
  );
}

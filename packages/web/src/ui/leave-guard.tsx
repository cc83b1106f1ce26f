import { useBlocker } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { askBeforeLocale } from "../core/i18n/locale.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";

/** Another language that was chosen, which loads the page anew: the browser would ask in words of its own. */
function useLocaleChange(isDirty: boolean) {
  const [load, setLoad] = useState<() => void>();
  const isGoing = useRef(false);
  useEffect(() => (isDirty ? askBeforeLocale((go) => setLoad(() => go)) : undefined), [isDirty]);
  const go = () => {
    isGoing.current = true;
    load?.();
  };
  return { go: load && go, stay: () => setLoad(undefined), isGoing: () => isGoing.current };
}

/** Asks before a page with changes that were not saved is left. */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const { t } = useTranslation("ui");
  const change = useLocaleChange(isDirty);
  const blocker = useBlocker({
    // A change within the address of the page itself leaves nothing.
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => isDirty && !change.isGoing(),
    withResolver: true,
  });
  if (blocker.status !== "blocked" && !change.go) return null;
  return (
    <ConfirmDialog
      title={t("form.leave_title")}
      confirm={t("form.leave_confirm")}
      onConfirm={change.go ?? (() => blocker.proceed?.())}
      onClose={change.go ? change.stay : () => blocker.reset?.()}
    >
      {t("form.leave_text")}
    </ConfirmDialog>
  );
}

import { useBlocker } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import { askBeforeLocale, isLoadingLocale } from "../core/i18n/locale.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";

/** Another language that was chosen, which loads the page anew: the browser would ask in words of its own. */
function useLocaleChange(isLost: boolean) {
  const [load, setLoad] = useState<() => void>();
  useEffect(() => (isLost ? askBeforeLocale((go) => setLoad(() => go)) : undefined), [isLost]);
  return { go: load, stay: () => setLoad(undefined) };
}

interface Props {
  isDirty: boolean;
  /** The form finds what was typed again in another language (`use-carried.ts`). */
  isCarried?: boolean | undefined;
}

/** Asks before a page with changes that were not saved is left. */
export function LeaveGuard({ isDirty, isCarried = false }: Props) {
  const { t } = useTranslation("ui");
  const change = useLocaleChange(isDirty && !isCarried);
  const blocker = useBlocker({
    // A change within the address of the page itself leaves nothing.
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => isDirty && !isLoadingLocale(),
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

import type { ConfigDoc } from "@offgrid/contract/configuration/config-doc";
import type { Configuration } from "@offgrid/contract/configuration/configuration.calls";
import { useTranslation } from "react-i18next";

import { sayFailure, sayUndo } from "../../../ui/toast.tsx";
import { saveSections } from "./configuration.data.ts";

/** Asks for whole sections of what somebody has seen, and offers to take that back. */
export function useSaving(containerId: string) {
  const { t } = useTranslation("configuration");
  return async (seen: Configuration, sections: ConfigDoc): Promise<void> => {
    await saveSections(containerId, sections, seen);
    const names = Object.keys(sections);
    const before = Object.fromEntries(names.map((one) => [one, seen.wanted?.doc[one] ?? {}]));
    if (!seen.wanted) return;
    // Whoever takes it back has not seen another version than their own.
    sayUndo(t("saved"), () => void saveSections(containerId, before).catch(() => sayFailure(t("notUndone"))));
  };
}

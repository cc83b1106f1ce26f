import type { ConfigDoc } from "@offgrid/contract/configuration/config-doc";
import type { Configuration } from "@offgrid/contract/configuration/configuration.calls";
import { useTranslation } from "react-i18next";

import { sayFailure, sayUndo } from "../../../ui/toast.tsx";
import { saveSections, seenVersions } from "./configuration.data.ts";

/** Asks for whole sections of what somebody has seen, and offers to take that back. */
export function useSaving(containerId: string) {
  const { t } = useTranslation("configuration");
  return async (seen: Configuration, sections: ConfigDoc): Promise<void> => {
    const own = await saveSections(containerId, sections, seenVersions(seen));
    const names = Object.keys(sections);
    const before = Object.fromEntries(names.map((one) => [one, seen.wanted?.doc[one] ?? {}]));
    if (!seen.wanted) return;
    // What somebody else has changed since is not taken back with it.
    sayUndo(t("saved"), () => void saveSections(containerId, before, own).catch(() => sayFailure(t("notUndone"))));
  };
}

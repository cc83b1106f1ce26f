import { automationSentence } from "@offgrid/contract/automations/automation-words";
import type { Automation } from "@offgrid/contract/automations/automations.schema";
import type { WarningRule } from "@offgrid/contract/warnings/warnings.schema";
import { warningSentence } from "@offgrid/contract/warnings/warning-words";

import { useAutomationNames } from "../../domain/automations/use-automation-names.ts";
import { useWarningNames } from "../../domain/warnings/use-warning-names.ts";
import { useLocale } from "../../ui/use-locale.ts";

/** Says what rules do, in their sentences; undefined: an older portal wrote it in another way. */
export function useSentences() {
  const locale = useLocale();
  const automationNames = useAutomationNames();
  const names = useWarningNames();
  return {
    ofAutomation: (value: Automation) => saidOf(() => automationSentence(value, locale, automationNames)),
    ofRule: (value: WarningRule, nameOf: (id: string) => string | undefined) => {
      const whose = ({
        containerId,
        clusterId,
        kitId,
      }: {
        containerId?: string;
        clusterId?: string;
        kitId?: string;
      }) => {
        const id = containerId ?? clusterId ?? kitId ?? "";
        return nameOf(id) ?? id;
      };
      return saidOf(() => warningSentence(value, locale, { ...names, whose }));
    },
  };
}

/** Lines are kept for years, and were checked only by the portal that wrote them. */
function saidOf(say: () => string): string | undefined {
  try {
    return say();
  } catch {
    return undefined;
  }
}

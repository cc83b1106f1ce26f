import { Button } from "@mantine/core";
import { automationSentence } from "@offgrid/contract/automations/automation-words";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { useAutomationNames } from "../../domain/automations/use-automation-names.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { actingWord, type AutomationRow } from "../../domain/automations/automation-rows.ts";
import type { ContainerAutomations } from "../../domain/automations/automations.data.ts";
import { StandingWords } from "../../domain/automations/standing-words.tsx";

export type LineAct = "enable" | "disable" | "promote" | "delete";

export interface AutomationLineProps {
  row: AutomationRow;
  containerId: string;
  state: ContainerAutomations["state"];
  mayAutomate: boolean;
  onAct: (act: LineAct) => void;
}

/** An automation with what it does, whether its controller follows it, and what can be done about it. */
export function AutomationLine({ row, containerId, state, mayAutomate, onAct }: AutomationLineProps) {
  const { t } = useTranslation(["automations", "automation-words"]);
  const locale = useLocale();
  const names = useAutomationNames();
  const { id, automation, standing } = row;
  const { name, enabled, shadow } = automation;
  const isThere = standing !== "leaving";
  return (
    <div className="og-close-stack" style={{ paddingBlock: 12 }}>
      <div className="og-words">
        <span className="og-strong og-anywhere">
          {name} <span className="og-beside">{t(`automation-words:${actingWord(automation)}`)}</span>
        </span>
        <span className="og-anywhere">{automationSentence(automation, locale, names)}</span>
        <StandingWords standing={standing} state={state} />
      </div>
      {mayAutomate && isThere && (
        <div className="og-line">
          <Button
            variant="default"
            aria-label={t("editName", { name })}
            renderRoot={(props) => (
              <Link to="/automation/{-$slug}" params={{ slug: id }} search={{ container: containerId }} {...props} />
            )}
          >
            {t("edit")}
          </Button>
          <Button
            variant="default"
            aria-label={t(enabled ? "disableName" : "enableName", { name })}
            onClick={() => onAct(enabled ? "disable" : "enable")}
          >
            {t(enabled ? "disable" : "enable")}
          </Button>
          {enabled && shadow && (
            <Button variant="default" aria-label={t("promoteName", { name })} onClick={() => onAct("promote")}>
              {t("promote")}
            </Button>
          )}
          <Button variant="subtle" color="red" aria-label={t("deleteName", { name })} onClick={() => onAct("delete")}>
            {t("delete")}
          </Button>
        </div>
      )}
    </div>
  );
}

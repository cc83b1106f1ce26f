import { automationSentence } from "@offgrid/contract/automations/automation-words";
import type { Automation } from "@offgrid/contract/automations/automations.schema";
import { useTranslation } from "react-i18next";

import { useAutomationNames } from "../../domain/automations/use-automation-names.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { useAct } from "../../ui/use-act.ts";
import { useLocale } from "../../ui/use-locale.ts";
import type { LineAct } from "./automation-line.tsx";

interface Props {
  act: LineAct;
  automation: Automation;
  container: string;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
}

/** Says what a container will do then, before it does. */
export function ChangeDialog({ act, automation, container, onConfirm, onClose }: Props) {
  const { t } = useTranslation("automations");
  const locale = useLocale();
  const names = useAutomationNames();
  const change = useAct(onConfirm);
  return (
    <ConfirmDialog
      title={t(`ask.${act}.title`, { name: automation.name })}
      confirm={t(act)}
      isRunning={change.isRunning}
      error={change.error}
      onConfirm={() => void change.run().then((isDone) => isDone && onClose())}
      onClose={onClose}
    >
      <p>{t(`ask.${act}.text`, { container })}</p>
      <p className="og-note og-anywhere">{automationSentence(automation, locale, names)}</p>
    </ConfirmDialog>
  );
}

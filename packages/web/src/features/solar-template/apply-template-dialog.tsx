import { panelFigures } from "@offgrid/contract/solar-template/panel-figures";
import { useTranslation } from "react-i18next";

import { ApplyDialog, type ContainerChange } from "../../domain/templates/apply-dialog.tsx";
import {
  applyTemplate,
  type PanelChange,
  type PlacedContainer,
  type SolarTemplate,
  usePreview,
} from "./solar-template.data.ts";
import { usePanelWords } from "./use-panel-words.ts";

export interface ApplyTemplateDialogProps {
  template: Pick<SolarTemplate, "id" | "name">;
  containers: readonly PlacedContainer[];
  chosen: readonly string[];
  onDone: (count: number) => void;
  onClose: () => void;
}

/** Sets the panels of containers as a template says. */
export function ApplyTemplateDialog({ template: { id, name }, ...rest }: ApplyTemplateDialogProps) {
  const { t } = useTranslation("solar-template");
  const changesOf = useChangesOf();
  return (
    <ApplyDialog
      {...rest}
      name={name}
      help={t("apply.help")}
      // oxlint-disable-next-line react/rules-of-hooks -- the dialog calls it as the hook that its name says
      usePreview={(containerIds) => usePreview(id, containerIds)}
      changesIn={({ data }) => changesOf(data)}
      onApply={(containerIds, { revision }) => applyTemplate({ id, containerIds, revision })}
    />
  );
}

/** What would change of panels, in words. */
export function useChangesOf(): (changes: readonly PanelChange[]) => ContainerChange[] {
  const { t } = useTranslation("solar-template");
  const { figure } = usePanelWords();
  return (changes) =>
    changes.map(({ containerId, name, before, after }) => ({
      containerId,
      name,
      note: before === null ? t("apply.guessed") : undefined,
      lines: panelFigures
        .filter((one) => before?.[one] !== after[one])
        .map((one) => ({
          label: t(`figure.${one}`),
          before: before ? figure(before, one) : undefined,
          after: figure(after, one),
        })),
    }));
}

import { kitDifferences } from "@offgrid/contract/kits/kit-differences";
import { useTranslation } from "react-i18next";

import { useContainerChoices } from "../../domain/containers/containers.data.tsx";
import { ApplyDialog, type ContainerChange } from "../../domain/templates/apply-dialog.tsx";
import { sayDone } from "../../ui/toast.tsx";
import { applyKit, type Kit, type KitChange, usePreview } from "./kits.data.ts";
import { useTakenWords } from "./use-taken-words.ts";

export interface ApplyKitDialogProps {
  kit: Pick<Kit, "id" | "name">;
  chosen: readonly string[];
  onClose: () => void;
}

/** Gives containers a kit. */
export function ApplyKitDialog({ kit: { id, name }, chosen, onClose }: ApplyKitDialogProps) {
  const { t } = useTranslation(["kits", "apply-template"]);
  const changesOf = useChangesOf(name);
  return (
    <ApplyDialog
      name={name}
      chosen={chosen}
      help={t("apply.help")}
      containers={useContainerChoices() ?? []}
      // oxlint-disable-next-line react/rules-of-hooks -- the dialog calls it as the hook that its name says
      usePreview={(containerIds) => usePreview(id, containerIds)}
      changesIn={({ data }) => changesOf(data)}
      onApply={(containerIds, { kit }) => applyKit({ id, containerIds, kit })}
      onDone={(count) => {
        sayDone(t("apply-template:done", { count, name }));
        onClose();
      }}
      onClose={onClose}
    />
  );
}

/** What would change of containers, in words. */
export function useChangesOf(given: string): (changes: readonly KitChange[]) => ContainerChange[] {
  const { t } = useTranslation("kits");
  const words = useTakenWords();
  return (changes) =>
    changes.map(({ containerId, name, kit, before, after }) => ({
      containerId,
      name,
      note: kit === given ? undefined : kit === null ? t("apply.noKit") : t("apply.kitNow", { kit }),
      lines: kitDifferences(before, after).map((figure) => ({
        label: t(`figure.${figure}`),
        before: words.full(before, figure),
        after: words.full(after, figure),
      })),
    }));
}

import { MultiSelect } from "@mantine/core";
import { panelFigures } from "@offgrid/contract/solar-template/panel-figures";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { Async } from "../../ui/async.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { FormFailure } from "../../ui/form-notes.tsx";
import { useAct } from "../../ui/use-act.ts";
import {
  applyTemplate,
  type PanelChange,
  type PlacedContainer,
  type SolarTemplate,
  usePreview,
} from "./solar-template.data.ts";
import { usePanelWords } from "./use-panel-words.ts";

export interface ApplyDialogProps {
  template: Pick<SolarTemplate, "id" | "name">;
  containers: readonly PlacedContainer[];
  /** Ids that it begins with. */
  chosen: readonly string[];
  onDone: (count: number) => void;
  onClose: () => void;
}

/** As many as one call takes. */
const mostAtOnce = 200;

/** Chooses containers, shows what the template would change of their panels, and applies it. */
export function ApplyDialog({ template: { id, name }, containers, chosen: given, onDone, onClose }: ApplyDialogProps) {
  const { t } = useTranslation("solar-template");
  const [chosen, setChosen] = useState<string[]>([...given]);
  const preview = usePreview(id, chosen);
  const apply = useAct(applyTemplate);
  // What is applied is what is shown.
  const shown = chosen.length > 0 && !preview.isPlaceholderData ? preview.data : undefined;
  const send = async () => {
    if (!shown) return;
    if (await apply.run({ id, containerIds: chosen, revision: shown.revision })) onDone(chosen.length);
  };
  return (
    <FormDialog
      title={t("apply.title", { name })}
      send={t("apply.send", { count: chosen.length })}
      isSending={apply.isRunning}
      failure={<FormFailure error={apply.error} />}
      onSend={() => void send()}
      onClose={onClose}
    >
      <p className="og-note og-flush">{t("apply.help")}</p>
      <MultiSelect
        label={t("apply.containers")}
        data={containers.map((one) => ({ value: one.id, label: one.name }))}
        value={chosen}
        searchable
        hidePickedOptions
        clearable
        limit={100}
        maxValues={mostAtOnce}
        clearButtonProps={{ "aria-label": t("apply.clear") }}
        nothingFoundMessage={t("yield.noneFound")}
        onChange={(ids) => {
          setChosen(ids);
          apply.forget();
        }}
      />
      {chosen.length > 0 && (
        <Async of={preview} height={120}>
          {({ data }) => <Changes changes={data} />}
        </Async>
      )}
    </FormDialog>
  );
}

/** What would change, container by container. */
export function Changes({ changes }: { changes: readonly PanelChange[] }) {
  const { t } = useTranslation("solar-template");
  const { figure } = usePanelWords();
  return (
    <ul className="og-plain-list og-stack">
      {changes.map(({ containerId, name, before, after }) => {
        const changed = panelFigures.filter((one) => before?.[one] !== after[one]);
        return (
          <li key={containerId}>
            <span className="og-strong og-anywhere">{name}</span>
            {before === null && <div className="og-small">{t("apply.guessed")}</div>}
            {changed.length === 0 ? (
              <div className="og-small">{t("apply.same")}</div>
            ) : (
              <dl className="og-pairs">
                {changed.map((one) => (
                  <div key={one}>
                    <dt>{t(`figure.${one}`)}</dt>
                    <dd>{before ? `${figure(before, one)} → ${figure(after, one)}` : figure(after, one)}</dd>
                  </div>
                ))}
              </dl>
            )}
          </li>
        );
      })}
    </ul>
  );
}

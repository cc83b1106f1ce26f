import { MultiSelect } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { ApiError } from "../../core/api/api-error.ts";
import { Async } from "../../ui/async.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { FormFailure } from "../../ui/form-notes.tsx";
import { useAct } from "../../ui/use-act.ts";

/** A figure that would change, in words. */
export interface ChangeLine {
  label: string;
  /** Undefined: it is not set yet. */
  before: string | undefined;
  after: string;
}

/** What a template would change of a container. */
export interface ContainerChange {
  containerId: string;
  name: string;
  /** Beside the figures, such as that nothing is set yet. */
  note?: string | undefined;
  lines: readonly ChangeLine[];
}

export interface ApplyDialogProps<Preview> {
  /** Of the template. */
  name: string;
  /** What applying it does. */
  help: string;
  containers: readonly { id: string; name: string }[];
  /** Ids that it begins with. */
  chosen: readonly string[];
  /** A hook: what would change of these containers, none of which asks nothing. */
  usePreview: (containerIds: readonly string[]) => UseQueryResult<Preview, ApiError>;
  changesIn: (preview: Preview) => readonly ContainerChange[];
  /** Applies what was shown. */
  onApply: (containerIds: string[], shown: Preview) => Promise<unknown>;
  onDone: (count: number) => void;
  onClose: () => void;
}

/** As many as one call takes. */
const mostAtOnce = 200;

/** Chooses containers, shows what a template would change of them, and applies it. */
export function ApplyDialog<Preview>({ name, help, containers, chosen: given, ...acts }: ApplyDialogProps<Preview>) {
  const { usePreview, changesIn, onApply, onDone, onClose } = acts;
  const { t } = useTranslation("apply-template");
  const [chosen, setChosen] = useState<string[]>([...given]);
  const preview = usePreview(chosen);
  const apply = useAct(onApply);
  const send = async () => {
    if (chosen.length > 0 && preview.data && (await apply.run(chosen, preview.data))) onDone(chosen.length);
  };
  return (
    <FormDialog
      title={t("title", { name })}
      send={t("send", { count: chosen.length })}
      isSending={apply.isRunning}
      failure={<FormFailure error={apply.error} />}
      onSend={() => void send()}
      onClose={onClose}
    >
      <p className="og-note og-flush">{help}</p>
      <MultiSelect
        label={t("containers")}
        data={containers.map((one) => ({ value: one.id, label: one.name }))}
        value={chosen}
        searchable
        hidePickedOptions
        clearable
        limit={100}
        maxValues={mostAtOnce}
        clearButtonProps={{ "aria-label": t("clear") }}
        nothingFoundMessage={t("noneFound")}
        onChange={(ids) => {
          setChosen(ids);
          apply.forget();
        }}
      />
      {chosen.length > 0 && (
        <Async of={preview} height={120}>
          {(shown) => <Changes changes={changesIn(shown)} />}
        </Async>
      )}
    </FormDialog>
  );
}

/** What would change, container by container. */
export function Changes({ changes }: { changes: readonly ContainerChange[] }) {
  const { t } = useTranslation("apply-template");
  return (
    <ul className="og-plain-list og-stack">
      {changes.map(({ containerId, name, note, lines }) => (
        <li key={containerId}>
          <span className="og-strong og-anywhere">{name}</span>
          {note !== undefined && <div className="og-small">{note}</div>}
          {lines.length === 0 ? (
            <div className="og-small">{t("same")}</div>
          ) : (
            <dl className="og-pairs">
              {lines.map(({ label, before, after }) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{before === undefined ? after : `${before} → ${after}`}</dd>
                </div>
              ))}
            </dl>
          )}
        </li>
      ))}
    </ul>
  );
}

import { type OutputKindName, outputKinds, type OutputTarget } from "@offgrid/contract/devices/output-kinds";
import type { OutputNames } from "@offgrid/contract/output-names/output-names";
import type { SubmitEvent } from "react";
import { useTranslation } from "react-i18next";

import { outputName } from "../../../domain/output-names/output-words.ts";
import { FormFoot } from "../../../ui/form-foot.tsx";
import { NamingFields } from "./naming-fields.tsx";
import { type SaveNames, useNaming } from "./use-naming.ts";

/** Something that a container can switch. */
export interface NameableOutput {
  target: OutputTarget;
  kind: OutputKindName;
  /** It may do harm; undefined: not known. */
  isCritical: boolean | undefined;
}

interface OutputNamesProps {
  outputs: readonly NameableOutput[];
  names: OutputNames;
}

/** On a phone, below it. */
const terminal = { flex: "0 1 180px" };
const besideTerminal = { flex: "1 1 320px" };

/** The outputs of a container with their names, to be changed all at once. */
export function OutputNamesForm({ outputs, names, onSave }: OutputNamesProps & { onSave: SaveNames }) {
  const { t } = useTranslation("output-names");
  const naming = useNaming(names, onSave);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void naming.send();
  };
  return (
    <form noValidate className="og-stack" onSubmit={submit}>
      <ul className="og-plain-list og-stack og-mid" aria-label={t("title")}>
        {outputs.map((output) => (
          <li key={output.target} className="og-line">
            <Terminal output={output} />
            <div style={besideTerminal}>
              <NamingFields
                output={outputName(t, output.target)}
                naming={naming.namingOf(output.target)}
                faults={naming.faultsOf(output.target)}
                onChange={(next) => naming.type(output.target, next)}
              />
            </div>
          </li>
        ))}
      </ul>
      <FormFoot form={naming.form} send={t("save")} done={t("saved")} />
    </form>
  );
}

/** For those who may not change them. */
export function OutputNamesList({ outputs, names }: OutputNamesProps) {
  const { t } = useTranslation("output-names");
  return (
    <ul className="og-plain-list og-lined" aria-label={t("title")}>
      {outputs.map((output) => {
        const { name = "", feeds = "" } = names[output.target] ?? {};
        return (
          <li key={output.target} className="og-words" style={{ paddingBlock: 8 }}>
            <Terminal output={output} />
            <span className="og-anywhere">{[name, feeds].filter(Boolean).join(" · ") || t("unnamed")}</span>
          </li>
        );
      })}
    </ul>
  );
}

/** Where it is found, how it is switched, and whether it may do harm. */
function Terminal({ output: { target, kind, isCritical } }: { output: NameableOutput }) {
  const { t } = useTranslation("output-names");
  const facts = [t(`values.${outputKinds[kind].values}`), isCritical && t("critical")];
  return (
    <span className="og-words" style={terminal}>
      <span className="og-strong">{outputName(t, target)}</span>{" "}
      <span className="og-small">{facts.filter(Boolean).join(" · ")}</span>
    </span>
  );
}

import { NativeSelect } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { useOutputWords } from "../../domain/output-names/use-output-words.ts";
import type { Editing } from "./editing.ts";

interface OutputProps {
  path: string;
  output: string;
  edit: Editing;
  onChange: (output: string) => void;
}

/** One of what the container can switch. */
export function OutputField({ path, output, edit: { offer, faultAt }, onChange }: OutputProps) {
  const { t } = useTranslation(["automations", "automation-words"]);
  const { fullNameOf } = useOutputWords();
  // Nothing is chosen yet where the container has no output.
  const nameOf = (target: string) => (target === "" ? t("automation-words:unnamed") : fullNameOf(target));
  return (
    <NativeSelect
      label={t("output")}
      value={output}
      data={choicesOf(output, offer.outputs, nameOf)}
      error={faultAt(path)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

interface OnOffProps {
  label: string;
  value: boolean;
  onChange: (value: boolean) => void;
}

export function OnOffField({ label, value, onChange }: OnOffProps) {
  const { t } = useTranslation("automations");
  return (
    <NativeSelect
      label={label}
      value={value ? "on" : "off"}
      data={(["on", "off"] as const).map((one) => ({ value: one, label: t(one) }))}
      onChange={(event) => onChange(event.currentTarget.value === "on")}
    />
  );
}

/** With what is chosen already, though it is not offered any more, and with nothing where nothing is. */
export function choicesOf(chosen: string, offered: readonly string[], nameOf: (one: string) => string) {
  const all = offered.includes(chosen) ? offered : [chosen, ...offered];
  return all.map((value) => ({ value, label: nameOf(value) }));
}

import { TextInput } from "@mantine/core";
import { longestOutputFeeds, longestOutputName, type OutputNaming } from "@offgrid/contract/output-names/output-names";
import { useTranslation } from "react-i18next";

import { columns } from "../../../ui/columns.ts";
import type { NamingFaults } from "./use-naming.ts";

interface NamingFieldsProps {
  /** Of the output, without what is typed here. */
  output: string;
  naming: OutputNaming;
  faults: NamingFaults[string];
  onChange: (next: Partial<OutputNaming>) => void;
}

/** What an output is called, and what hangs on it. */
export function NamingFields({ output, naming, faults, onChange }: NamingFieldsProps) {
  const { t } = useTranslation("output-names");
  const field = (name: keyof OutputNaming, maxLength: number) => ({
    label: t(name),
    "aria-label": t(`of.${name}`, { output }),
    autoComplete: "off",
    maxLength,
    value: naming[name],
    error: faults[name] && t(faults[name]),
    onChange: (event: { currentTarget: { value: string } }) => onChange({ [name]: event.currentTarget.value }),
  });
  return (
    <div className="og-grid og-mid og-top" style={columns(220, { isFilled: true })}>
      <TextInput {...field("name", longestOutputName)} />
      <TextInput {...field("feeds", longestOutputFeeds)} />
    </div>
  );
}

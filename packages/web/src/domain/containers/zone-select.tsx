import { Select } from "@mantine/core";

const zones = [...new Set([...Intl.supportedValuesOf("timeZone"), "UTC"])].sort();

export interface ZoneSelectProps {
  words: { label: string; help: string; unknown: string; clear: string };
  /** "": none chosen. */
  value: string;
  /** What holds while none is chosen; absent: one has to be. */
  fallback?: string;
  onChange: (zone: string) => void;
}

/** A time zone by its name, found by what is typed. */
export function ZoneSelect({ words, value, fallback, onChange }: ZoneSelectProps) {
  return (
    <Select
      label={words.label}
      description={words.help}
      inputWrapperOrder={["label", "input", "description", "error"]}
      placeholder={fallback}
      data={zones.includes(value) || value === "" ? zones : [value, ...zones]}
      value={value === "" ? null : value}
      searchable
      clearable={fallback !== undefined}
      allowDeselect={fallback !== undefined}
      limit={50}
      clearButtonProps={{ "aria-label": words.clear }}
      nothingFoundMessage={words.unknown}
      onChange={(zone) => onChange(zone ?? "")}
    />
  );
}

import { Button, TextInput } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";

import { columns } from "../../../ui/columns.ts";

export interface LineField<Name extends string> {
  name: Name;
  longest: number;
  /** A line without it is left out. */
  isNeeded?: true;
}

interface LinesFieldProps<Name extends string> {
  title: string;
  /** Where there is no line. */
  empty: string;
  add: string;
  remove: (line: Record<Name, string>) => string;
  word: (field: Name) => string;
  fields: readonly LineField<Name>[];
  most: number;
  lines: readonly Record<Name, string>[];
  onChange: (lines: Record<Name, string>[]) => void;
}

/** A short list of lines with a few texts each, such as contacts. */
export function LinesField<Name extends string>(props: LinesFieldProps<Name>) {
  const { title, empty, add, remove, word, fields, most, lines, onChange } = props;
  const blank = Object.fromEntries(fields.map(({ name }) => [name, ""])) as Record<Name, string>;
  const change = (place: number, field: Name, text: string) =>
    onChange(lines.map((line, at) => (at === place ? { ...line, [field]: text } : line)));
  return (
    <fieldset className="og-plain-group og-stack og-mid">
      <legend className="og-legend">{title}</legend>
      {lines.length === 0 && <p className="og-quiet">{empty}</p>}
      {lines.map((line, place) => (
        <div key={place} className="og-stack og-tight">
          <div className="og-grid" style={columns(160)}>
            {fields.map(({ name, longest }) => (
              <TextInput
                key={name}
                label={word(name)}
                autoComplete="off"
                maxLength={longest}
                value={line[name]}
                onChange={(event) => change(place, name, event.currentTarget.value)}
              />
            ))}
          </div>
          <Button
            className="og-at-top"
            variant="subtle"
            size="compact-sm"
            leftSection={<IconX size={16} aria-hidden />}
            onClick={() => onChange(lines.filter((_, at) => at !== place))}
          >
            {remove(line)}
          </Button>
        </div>
      ))}
      <Button
        className="og-at-top"
        variant="default"
        size="compact-md"
        disabled={lines.length >= most}
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => onChange([...lines, blank])}
      >
        {add}
      </Button>
    </fieldset>
  );
}

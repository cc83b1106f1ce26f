import { NativeSelect } from "@mantine/core";

export interface ChoiceFieldProps {
  label: string;
  description?: string;
  /** Words of no choice. */
  none: string;
  /** They may come after the field, which then shows what was chosen before. */
  choices: readonly { id: string; name: string }[] | undefined;
  /** Id of the choice; "": none. */
  value: string;
  onChange: (id: string) => void;
}

/** One of a few named things, or none. */
export function ChoiceField({ none, choices = [], onChange, ...field }: ChoiceFieldProps) {
  return (
    <NativeSelect
      {...field}
      data={[{ value: "", label: none }, ...choices.map(({ id, name }) => ({ value: id, label: name }))]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

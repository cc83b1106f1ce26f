import { NativeSelect } from "@mantine/core";

interface Props<Value extends string> {
  label: string;
  value: Value | undefined;
  /** What the list is not narrowed by, such as "any". */
  any: string;
  options: readonly { value: Value; label: string }[];
  /** @param value Empty: it is not narrowed any more. */
  onChoose: (value: string) => void;
}

/** Narrows a list by one of a few values, or by none of them. */
export function FilterSelect<Value extends string>({ label, value, any, options, onChoose }: Props<Value>) {
  return (
    <NativeSelect
      label={label}
      value={value ?? ""}
      data={[{ value: "", label: any }, ...options]}
      onChange={(event) => onChoose(event.currentTarget.value)}
    />
  );
}

import { Button } from "@mantine/core";

interface Props<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChoose: (value: Value) => void;
}

/** One of a few, each of which stands there to be pressed; they break into as many lines as they need. */
export function ChoiceButtons<Value extends string>({ label, options, value, onChoose }: Props<Value>) {
  return (
    <div className="og-wrap" role="group" aria-label={label} style={{ flexBasis: "100%", gap: 8 }}>
      {options.map((option) => (
        <Button
          key={option.value}
          size="compact-sm"
          variant={option.value === value ? "filled" : "default"}
          aria-pressed={option.value === value}
          onClick={() => onChoose(option.value)}
        >
          {option.label}
        </Button>
      ))}
    </div>
  );
}

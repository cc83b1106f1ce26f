import { Stack, Switch } from "@mantine/core";

import { FormFailure } from "../../ui/form-notes.tsx";
import { Section } from "../../ui/section.tsx";
import { useAct } from "../../ui/use-act.ts";

interface Props<Kind extends string> {
  title: string;
  help: string;
  /** What there is to choose from, each with its words. */
  kinds: readonly { kind: Kind; label: string }[];
  choices: Record<Kind, boolean>;
  onChoose: (choices: Record<Kind, boolean>) => Promise<void>;
}

/** What the person wants to get. Each choice counts at once; nothing where there are none to choose. */
export function ChoiceSection<Kind extends string>({ title, help, kinds, choices, onChoose }: Props<Kind>) {
  const save = useAct(onChoose);
  if (kinds.length === 0) return null;
  return (
    <Section title={title}>
      <p className="og-quiet og-anywhere">{help}</p>
      <Stack gap="sm">
        {kinds.map(({ kind, label }) => (
          <Switch
            key={kind}
            label={label}
            checked={choices[kind]}
            disabled={save.isRunning}
            onChange={(event) => void save.run({ ...choices, [kind]: event.currentTarget.checked })}
          />
        ))}
      </Stack>
      <FormFailure error={save.error} />
    </Section>
  );
}

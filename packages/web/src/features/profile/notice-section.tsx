import { Stack, Switch } from "@mantine/core";
import { useTranslation } from "react-i18next";

import type { NoticeChoices } from "../../domain/account/notice-choices.ts";
import { FormFailure } from "../../ui/form-notes.tsx";
import { useAct } from "../../ui/use-act.ts";
import { Section } from "../../ui/section.tsx";

interface Props {
  /** The news that there are. */
  kinds: readonly (keyof NoticeChoices)[];
  choices: NoticeChoices;
  onChoose: (choices: NoticeChoices) => Promise<void>;
}

/** Which news show at the edge of the screen. Each choice counts at once; nothing where there are none to choose. */
export function NoticeSection({ kinds, choices, onChoose }: Props) {
  const { t } = useTranslation("profile");
  const save = useAct(onChoose);
  if (kinds.length === 0) return null;
  return (
    <Section title={t("notices")}>
      <p className="og-quiet og-anywhere">{t("notices_help")}</p>
      <Stack gap="sm">
        {kinds.map((kind) => (
          <Switch
            key={kind}
            label={t(`notices_${kind}`)}
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

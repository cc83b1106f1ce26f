import { Stack, Switch } from "@mantine/core";
import type { TicketMailChoices } from "@offgrid/contract/tickets/ticket-mail-choices";
import { useTranslation } from "react-i18next";

import { useCan } from "../../core/can/can.ts";
import { FormFailure } from "../../ui/form-notes.tsx";
import { Section } from "../../ui/section.tsx";
import { useAct } from "../../ui/use-act.ts";

interface Props {
  /** The mails that there are for the person. */
  kinds: readonly (keyof TicketMailChoices)[];
  choices: TicketMailChoices;
  onChoose: (choices: TicketMailChoices) => Promise<void>;
}

/** Which mails about tickets somebody may get. */
export function useTicketMails(): Props["kinds"] {
  const hasTickets = useCan("ticketGetList");
  const handles = useCan("ticketPeople");
  return [...(hasTickets ? (["mine"] as const) : []), ...(handles ? (["new"] as const) : [])];
}

/** Which mails about tickets the person gets. Each choice counts at once; nothing where there are none to choose. */
export function TicketMailSection({ kinds, choices, onChoose }: Props) {
  const { t } = useTranslation("profile");
  const save = useAct(onChoose);
  if (kinds.length === 0) return null;
  return (
    <Section title={t("ticket_mails")}>
      <p className="og-quiet og-anywhere">{t("ticket_mails_help")}</p>
      <Stack gap="sm">
        {kinds.map((kind) => (
          <Switch
            key={kind}
            label={t(`ticket_mails_${kind}`)}
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

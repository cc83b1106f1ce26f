import { NativeSelect, Select, Textarea } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { TicketEnd } from "@offgrid/contract/tickets/ticket-moves";
import {
  authorsReasons,
  type CloseCause,
  closeCauses,
  type CloseReason,
  closeReasons,
  ticketLimits,
} from "@offgrid/contract/tickets/ticket-types";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { FormDialog } from "../../ui/form-dialog.tsx";
import { FormFailure } from "../../ui/form-notes.tsx";
import { useAct } from "../../ui/use-act.ts";
import { type Ticket, useOtherTickets } from "./tickets.data.ts";

/** What is said as a ticket is closed. */
export interface GivenEnd extends TicketEnd {
  lastWords?: string;
}

interface CloseDialogProps {
  ticket: Pick<Ticket, "id" | "slug" | "subject">;
  /** Those who handle tickets say more of it than its author does. */
  handles: boolean;
  onEnd: (end: GivenEnd) => Promise<unknown>;
  onClose: () => void;
}

/** Asks why a ticket is closed: what was wrong, or of which other one it is a duplicate; and for last words. */
export function CloseDialog({ ticket, handles, onEnd, onClose }: CloseDialogProps) {
  const { t } = useTranslation("tickets");
  const [reason, setReason] = useState<CloseReason>("solved");
  const [cause, setCause] = useState<CloseCause | "">("");
  const [other, setOther] = useState<string | null>(null);
  const [lastWords, setLastWords] = useState("");
  const [isAsked, setAsked] = useState(false);
  const end = useAct(onEnd);
  const isDuplicate = reason === "duplicate";
  const given = endOf({ reason, cause: handles ? cause : "", other, lastWords });
  const isMissing = isDuplicate ? other === null : handles && reason === "solved" && cause === "";
  const send = () => {
    setAsked(true);
    if (!isMissing) void end.run(given).then((isDone) => isDone && onClose());
  };
  const fault = isAsked && isMissing ? { error: t("fillField") } : {};
  return (
    <FormDialog
      title={t("closeTitle", { subject: ticket.subject })}
      send={t("moves.close")}
      isSending={end.isRunning}
      failure={<FormFailure error={end.error} />}
      onSend={send}
      onClose={onClose}
    >
      <p className="og-flush">{t("closeText")}</p>
      <NativeSelect
        label={t("fields.closeReason")}
        data-autofocus
        value={reason}
        data={(handles ? closeReasons : authorsReasons).map((value) => ({ value, label: t(`closeReason.${value}`) }))}
        onChange={({ currentTarget }) => setReason(currentTarget.value as CloseReason)}
      />
      {isDuplicate && <OtherTicket ticket={ticket} value={other} onChange={setOther} fault={fault} />}
      {handles && !isDuplicate && <CauseChoice value={cause} onChange={setCause} fault={fault} />}
      {handles && (
        <Textarea
          label={t("lastWords")}
          description={t("lastWordsWhy")}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={ticketLimits.longestMessage}
          value={lastWords}
          onChange={({ currentTarget }) => setLastWords(currentTarget.value)}
        />
      )}
    </FormDialog>
  );
}

interface Said {
  reason: CloseReason;
  cause: CloseCause | "";
  other: string | null;
  lastWords: string;
}

function endOf({ reason, cause, other, lastWords }: Said): GivenEnd {
  const isDuplicate = reason === "duplicate";
  return {
    reason,
    ...(!isDuplicate && cause !== "" && { cause }),
    ...(isDuplicate && other !== null && { duplicateOf: other }),
    ...(lastWords.trim() !== "" && { lastWords: lastWords.trim() }),
  };
}

interface CauseProps {
  value: CloseCause | "";
  onChange: (cause: CloseCause | "") => void;
  fault: { error?: string };
}

function CauseChoice({ value, onChange, fault }: CauseProps) {
  const { t } = useTranslation("tickets");
  return (
    <NativeSelect
      label={t("fields.closeCause")}
      description={t("causeWhy")}
      value={value}
      data={[
        { value: "", label: t("causeChoose") },
        ...closeCauses.map((one) => ({ value: one, label: t(`closeCause.${one}`) })),
      ]}
      onChange={({ currentTarget }) => onChange(currentTarget.value as CloseCause | "")}
      {...fault}
    />
  );
}

interface OtherProps extends Pick<CloseDialogProps, "ticket"> {
  value: string | null;
  onChange: (slug: string | null) => void;
  fault: { error?: string };
}

/** The ticket that this one is a duplicate of, looked for by its key or by words. */
function OtherTicket({ ticket, value, onChange, fault }: OtherProps) {
  const { t } = useTranslation("tickets");
  const [typed, setTyped] = useState("");
  const [asked] = useDebouncedValue(typed, 300);
  const found = useOtherTickets(asked, ticket.id) ?? [];
  return (
    <Select
      label={t("fields.duplicateOf")}
      description={t("duplicateWhy")}
      searchable
      // The portal has looked already, in messages and names too.
      filter={({ options }) => options}
      data={found.map(({ slug, subject }) => ({ value: slug, label: `${slug} · ${subject}` }))}
      value={value}
      nothingFoundMessage={t("none.title")}
      onSearchChange={(text) => setTyped(text.split(" · ")[0] ?? "")}
      onChange={onChange}
      {...fault}
    />
  );
}

import { Button, MultiSelect, SegmentedControl, Textarea } from "@mantine/core";
import { ticketLimits } from "@offgrid/contract/tickets/ticket-types";
import { type KeyboardEvent, useRef } from "react";
import { useTranslation } from "react-i18next";

import type { Draft } from "./kept-chat.ts";
import type { TicketPerson } from "./tickets.data.ts";

interface Props {
  draft: Draft;
  /** The person may write notes that customers do not see. */
  mayNote: boolean;
  people: readonly TicketPerson[];
  onDraft: (draft: Draft) => void;
  /** Called now and then while something is typed. */
  onWriting: (isInternal: boolean) => void;
  onSend: () => void;
}

/** Others see that somebody is writing for longer than this pause. */
const tellEveryMs = ticketLimits.writingMs - 1_000;

/** Where a message is written, for the customer or as a note; who reads it is said beside the button, too. */
export function Composer({ draft, mayNote, people, onDraft, onWriting, onSend }: Props) {
  const { t } = useTranslation("tickets");
  const notifiedMs = useRef(0);
  const { text, isInternal } = draft;
  const type = (next: string) => {
    onDraft({ ...draft, text: next });
    if (Date.now() - notifiedMs.current < tellEveryMs) return;
    notifiedMs.current = Date.now();
    onWriting(isInternal);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    onSend();
  };
  return (
    <form
      className="og-card og-close-stack og-no-print"
      style={{ padding: 12, ...(isInternal && noteLook) }}
      onSubmit={(event) => {
        event.preventDefault();
        onSend();
      }}
    >
      {mayNote && (
        <SegmentedControl
          style={{ alignSelf: "flex-start" }}
          aria-label={t("readers.title")}
          value={isInternal ? "note" : "public"}
          data={(["public", "note"] as const).map((value) => ({ value, label: t(`readers.${value}`) }))}
          onChange={(value) => onDraft({ ...draft, isInternal: value === "note" })}
        />
      )}
      <Textarea
        label={t(isInternal ? "writeNote" : "write")}
        autosize
        minRows={2}
        maxRows={10}
        maxLength={ticketLimits.longestMessage}
        value={text}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        onKeyDown={onKey}
      />
      {isInternal && people.length > 0 && <Mentions {...{ draft, people, onDraft }} />}
      <div className="og-line">
        <Button type="submit" disabled={text.trim() === ""}>
          {t(isInternal ? "sendNote" : "send")}
        </Button>
        <span className="og-note">{t("sendKey")}</span>
      </div>
    </form>
  );
}

function Mentions({ draft, people, onDraft }: Pick<Props, "draft" | "people" | "onDraft">) {
  const { t } = useTranslation("tickets");
  return (
    <MultiSelect
      label={t("mention")}
      data={people.map(({ userId, name }) => ({ value: userId, label: name ?? t("noName") }))}
      value={[...draft.mentions]}
      maxValues={ticketLimits.mostMentions}
      searchable
      onChange={(mentions) => onDraft({ ...draft, mentions })}
    />
  );
}

/** Notes are told apart by their ground and edge, besides the word. */
export const noteLook = { background: "var(--og-surface-2)", borderInlineStart: "4px solid var(--og-amber)" };

import { Button, MultiSelect, SegmentedControl } from "@mantine/core";
import { openSigns } from "@offgrid/contract/tickets/ticket-texts";
import { ticketLimits } from "@offgrid/contract/tickets/ticket-types";
import { useRef } from "react";
import { useTranslation } from "react-i18next";

import { AnswerField, type TextsToInsert } from "./answer-field.tsx";
import { FilesOfDraft } from "./draft-files.tsx";
import type { Draft, FileToSend } from "./kept-chat.ts";
import type { TicketPerson } from "./tickets.data.ts";
import { overLook, useTakenFiles } from "./use-taken-files.ts";

interface Props {
  draft: Draft;
  /** The person may write notes that customers do not see. */
  mayNote: boolean;
  people: readonly TicketPerson[];
  onDraft: (draft: Draft) => void;
  /** One more file goes with it. */
  onFile: (file: FileToSend) => void;
  /** Called now and then while something is typed. */
  onWriting: (isInternal: boolean) => void;
  onSend: () => void;
  /** What may be inserted; left out: nothing. */
  texts?: TextsToInsert | undefined;
}

/** Others see that somebody is writing for longer than this pause. */
const tellEveryMs = ticketLimits.writingMs - 1_000;

/** Where a message is written, for the customer or as a note; who reads it is said beside the button, too. */
export function Composer({ draft, mayNote, people, onDraft, onFile, onWriting, onSend, texts }: Props) {
  const { t } = useTranslation("tickets");
  const { text, isInternal, files } = draft;
  const taking = useTakenFiles(draft.files.length, onFile);
  // A note may say what is still to be found out.
  const open = mayNote && !isInternal ? openSigns(text) : [];
  const isUnready = (text.trim() === "" && files.length === 0) || taking.isBusy || open.length > 0;
  const notifiedMs = useRef(0);
  const type = (next: string) => {
    onDraft({ ...draft, text: next });
    if (Date.now() - notifiedMs.current < tellEveryMs) return;
    notifiedMs.current = Date.now();
    onWriting(isInternal);
  };
  const onMention = (next: string, userId: string) => {
    const mentions = [...new Set([...draft.mentions, userId])].slice(0, ticketLimits.mostMentions);
    onDraft({ ...draft, text: next, mentions });
  };
  // What is still being made ready would go with the next message.
  const send = () => !isUnready && onSend();
  return (
    <form
      className="og-card og-close-stack og-no-print"
      style={{ padding: 12, ...(isInternal && noteLook), ...(taking.isOver && overLook) }}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      {...taking.dropHere}
    >
      {mayNote && <Readers draft={draft} onDraft={onDraft} />}
      <AnswerField
        label={t(isInternal ? "writeNote" : "write")}
        value={text}
        texts={texts}
        mentions={isInternal ? { people, onMention } : undefined}
        error={open.length > 0 && t("texts.open", { places: open.join(", ") })}
        onChange={type}
        onSend={send}
        onPaste={taking.paste}
      />
      <FilesOfDraft
        files={files}
        taking={taking}
        onRemove={(clientId) => onDraft({ ...draft, files: files.filter((one) => one.clientId !== clientId) })}
      />
      {isInternal && people.length > 0 && <Mentions {...{ draft, people, onDraft }} />}
      <div className="og-line">
        <Button type="submit" disabled={isUnready}>
          {t(isInternal ? "sendNote" : "send")}
        </Button>
        <span className="og-note">{t("sendKey")}</span>
      </div>
    </form>
  );
}

function Readers({ draft, onDraft }: Pick<Props, "draft" | "onDraft">) {
  const { t } = useTranslation("tickets");
  return (
    <SegmentedControl
      style={{ alignSelf: "flex-start" }}
      aria-label={t("readers.title")}
      value={draft.isInternal ? "note" : "public"}
      data={(["public", "note"] as const).map((value) => ({ value, label: t(`readers.${value}`) }))}
      onChange={(value) => onDraft({ ...draft, isInternal: value === "note" })}
    />
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
export const noteLook = {
  background: "color-mix(in srgb, var(--og-amber) 12%, var(--og-surface))",
  borderInlineStart: "4px solid var(--og-amber)",
};

import { ActionIcon, Badge, Textarea } from "@mantine/core";
import { ticketLimits } from "@offgrid/contract/tickets/ticket-types";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { FormFailure } from "../../ui/form-notes.tsx";
import { useAct } from "../../ui/use-act.ts";
import { noteLook } from "./composer.tsx";
import { MessageFiles } from "./message-files.tsx";
import { partsOf } from "./message-parts.ts";
import { deleteMessage, type TicketMessage, type TicketPerson, writeMessage } from "./tickets.data.ts";
import { useTicketWords } from "./use-ticket-words.ts";

interface Props {
  ticketId: string;
  message: TicketMessage;
  /** Others who have read up to here. */
  readBy: readonly TicketPerson[];
  now: number;
}

/** A message: who wrote it and when, whether it is a note, and what its writer may still do with it. */
export function MessageLine({ ticketId, message, readBy, now }: Props) {
  const { t } = useTranslation("tickets");
  const words = useTicketWords(now);
  const [asked, setAsked] = useState<"edit" | "delete">();
  const { isInternal, isDeleted, mentions, mayDelete } = message;
  const mayEdit = message.mayEditUntil !== null && Date.parse(message.mayEditUntil) > now;
  const name = words.person(message.by);
  return (
    <article
      className="og-card og-close-stack og-tight"
      style={{ padding: 12, ...(isInternal && noteLook) }}
      aria-label={t(isInternal ? "noteOf" : "messageOf", { name })}
    >
      <div className="og-line og-fine">
        <span className="og-strong og-anywhere">{name}</span>
        {message.fromHandler && <span className="og-note">{t("support")}</span>}
        {isInternal && (
          <Badge size="sm" variant="outline" color="var(--og-amber)" tt="none" miw="max-content">
            {t("note")}
          </Badge>
        )}
        <span className="og-note">
          {[words.at(message.at), message.byMail && t("byMail"), message.editedAt !== null && !isDeleted && t("edited")]
            .filter(Boolean)
            .join(" · ")}
        </span>
        <span className="og-row og-tight og-no-print" style={{ marginInlineStart: "auto" }}>
          {mayEdit && (
            <Act word={t("edit")} icon={<IconPencil size={16} aria-hidden />} onClick={() => setAsked("edit")} />
          )}
          {mayDelete && (
            <Act word={t("delete")} icon={<IconTrash size={16} aria-hidden />} onClick={() => setAsked("delete")} />
          )}
        </span>
      </div>
      <Contents {...{ ticketId, message, now }} />
      {mentions.length > 0 && (
        <span className="og-note">
          {t("mentioned", { names: mentions.map((one) => words.person(one)).join(", ") })}
        </span>
      )}
      {readBy.length > 0 && (
        <span className="og-note">{t("readBy", { names: readBy.map((one) => words.person(one)).join(", ") })}</span>
      )}
      {asked === "edit" && <EditDialog {...{ ticketId, message }} onClose={() => setAsked(undefined)} />}
      {asked === "delete" && <DeleteDialog {...{ ticketId, message }} onClose={() => setAsked(undefined)} />}
    </article>
  );
}

/** Quiet: what was written is what is read. */
function Act({ word, icon, onClick }: { word: string; icon: ReactNode; onClick: () => void }) {
  return (
    <ActionIcon variant="subtle" color="gray" size={32} aria-label={word} title={word} onClick={onClick}>
      {icon}
    </ActionIcon>
  );
}

/** What was written, with its files, or that it was deleted. */
function Contents({ ticketId, message, now }: Pick<Props, "ticketId" | "message" | "now">) {
  const { t } = useTranslation("tickets");
  const words = useTicketWords(now);
  const { text, files, isDeleted, deletedAt, deletedBy, by } = message;
  if (isDeleted)
    return (
      <span className="og-note">
        {deletedBy === null || deletedAt === null || deletedBy.userId === by?.userId
          ? t("deleted")
          : t("deletedBy", { name: words.person(deletedBy), at: words.at(deletedAt) })}
      </span>
    );
  return (
    <>
      {text !== "" && (
        <p className="og-flush og-anywhere" style={{ whiteSpace: "pre-wrap" }}>
          <WithLinks text={text} />
        </p>
      )}
      {files.length > 0 && <MessageFiles ticketId={ticketId} files={files} />}
    </>
  );
}

/** Web addresses lead there, in a window of their own, which learns nothing of this page. */
export function WithLinks({ text }: { text: string }) {
  return partsOf(text).map(({ at, words, isAddress }) =>
    isAddress ? (
      <a key={at} href={words} target="_blank" rel="noopener noreferrer nofollow">
        {words}
      </a>
    ) : (
      words
    ),
  );
}

type DialogProps = Pick<Props, "ticketId" | "message"> & { onClose: () => void };

function EditDialog({ ticketId, message, onClose }: DialogProps) {
  const { t } = useTranslation("tickets");
  const [text, setText] = useState(message.text);
  const save = useAct(() => writeMessage({ id: ticketId, messageId: message.id, text }));
  return (
    <FormDialog
      title={t("editTitle")}
      send={t("save")}
      isSending={save.isRunning}
      failure={<FormFailure error={save.error} />}
      onSend={() =>
        (text.trim() !== "" || message.files.length > 0) && void save.run().then((isDone) => isDone && onClose())
      }
      onClose={onClose}
    >
      <Textarea
        label={t(message.isInternal ? "writeNote" : "write")}
        data-autofocus
        autosize
        minRows={3}
        maxRows={10}
        maxLength={ticketLimits.longestMessage}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
    </FormDialog>
  );
}

function DeleteDialog({ ticketId, message, onClose }: DialogProps) {
  const { t } = useTranslation("tickets");
  const remove = useAct(() => deleteMessage(ticketId, message.id));
  return (
    <ConfirmDialog
      title={t("deleteTitle")}
      confirm={t("delete")}
      isRunning={remove.isRunning}
      error={remove.error}
      onConfirm={() => void remove.run().then((isDone) => isDone && onClose())}
      onClose={onClose}
    >
      {t("deleteText")}
    </ConfirmDialog>
  );
}

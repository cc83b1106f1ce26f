import { Button, Checkbox, NativeSelect, Textarea, TextInput } from "@mantine/core";
import {
  ticketCategories,
  type TicketCategory,
  ticketLimits,
  ticketPriorities,
  type TicketPriority,
} from "@offgrid/contract/tickets/ticket-types";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { ContainerSelect } from "../../domain/containers/container-select.tsx";
import type { ContainerChoice } from "../../domain/containers/containers.data.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { FormFailure } from "../../ui/form-notes.tsx";
import { useAct } from "../../ui/use-act.ts";
import { FilesOfDraft } from "./draft-files.tsx";
import { type TicketDraft, withDraftFile } from "./kept-new-ticket.ts";
import type { NewTicketDraft } from "./use-new-ticket.ts";
import { overLook, type TakenFiles, useTakenFiles } from "./use-taken-files.ts";

export interface NewTicketDialogProps {
  writing: NewTicketDraft;
  /** What it is about besides, such as an incident. */
  about?: string | undefined;
  containers: readonly ContainerChoice[] | undefined;
  /** The person may be its agent at once. */
  mayTake: boolean;
  /** Makes it, and leads to it. */
  onCreate: (ticket: TicketDraft) => Promise<unknown>;
  onClose: () => void;
}

/** Asks what is the matter, with which container; files go with it as with a message. */
export function NewTicketDialog({ writing, about, containers, mayTake, onCreate, onClose }: NewTicketDialogProps) {
  const { t } = useTranslation("tickets");
  const { draft, change } = writing;
  const { containerId, category, priority, subject, text, take, files } = draft;
  const put = (fields: Partial<TicketDraft>) => change((before) => ({ ...before, ...fields }));
  const taking = useTakenFiles(files.length, (file) => change((before) => withDraftFile(before, file)));
  const [isTried, setTried] = useState(false);
  const create = useAct(onCreate);
  const missing = (value: string) => isTried && value.trim() === "" && t("fillField");
  const send = async () => {
    setTried(true);
    if (subject.trim() === "" || text.trim() === "" || taking.isBusy) return;
    put({ isSent: true });
    await create.run(draft);
  };
  return (
    <FormDialog
      title={t("newTitle")}
      send={t("create")}
      isSending={create.isRunning}
      failure={<FormFailure error={create.error} />}
      onSend={() => void send()}
      onClose={onClose}
    >
      {about !== undefined && <p className="og-note og-flush">{about}</p>}
      {writing.isFromBefore && <FromBefore onAfresh={writing.startAfresh} />}
      <ContainerSelect
        label={t("container")}
        containers={containers}
        noneLabel={t("aboutNone")}
        value={containerId}
        onChange={(chosen) => put({ containerId: chosen })}
      />
      <TextInput
        label={t("subject")}
        data-autofocus
        maxLength={ticketLimits.longestSubject}
        value={subject}
        error={missing(subject)}
        onChange={({ currentTarget }) => put({ subject: currentTarget.value })}
      />
      <What files={files} text={text} error={missing(text)} taking={taking} onChange={put} />
      <Kind {...{ category, priority }} onChange={put} />
      {mayTake && (
        <Checkbox
          label={t("takeIt")}
          checked={take}
          onChange={({ currentTarget }) => put({ take: currentTarget.checked })}
        />
      )}
    </FormDialog>
  );
}

interface WhatProps extends Pick<TicketDraft, "files" | "text"> {
  error: string | false;
  taking: TakenFiles;
  onChange: (fields: Partial<Pick<TicketDraft, "files" | "text">>) => void;
}

/** What is the matter, with pictures of it. */
function What({ files, text, error, taking, onChange }: WhatProps) {
  const { t } = useTranslation("tickets");
  return (
    <div className="og-close-stack og-tight" style={taking.isOver ? overLook : undefined} {...taking.dropHere}>
      <Textarea
        label={t("what")}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={ticketLimits.longestMessage}
        value={text}
        error={error}
        onChange={({ currentTarget }) => onChange({ text: currentTarget.value })}
        onPaste={taking.paste}
      />
      <FilesOfDraft
        files={files}
        taking={taking}
        onRemove={(removed) => onChange({ files: files.filter(({ clientId }) => clientId !== removed) })}
      />
    </div>
  );
}

function FromBefore({ onAfresh }: { onAfresh: () => void }) {
  const { t } = useTranslation("tickets");
  return (
    <div className="og-line" role="status">
      <span className="og-note">{t("fromBefore")}</span>
      <Button variant="subtle" size="compact-sm" onClick={onAfresh}>
        {t("startAfresh")}
      </Button>
    </div>
  );
}

interface KindProps extends Pick<TicketDraft, "category" | "priority"> {
  onChange: (fields: Partial<Pick<TicketDraft, "category" | "priority">>) => void;
}

function Kind({ category, priority, onChange }: KindProps) {
  const { t } = useTranslation("tickets");
  return (
    <>
      <NativeSelect
        label={t("category")}
        value={category}
        data={ticketCategories.map((value) => ({ value, label: t(`categories.${value}`) }))}
        onChange={({ currentTarget }) => onChange({ category: currentTarget.value as TicketCategory })}
      />
      <NativeSelect
        label={t("priority")}
        value={priority}
        data={ticketPriorities.map((value) => ({ value, label: t(`priorities.${value}`) }))}
        onChange={({ currentTarget }) => onChange({ priority: currentTarget.value as TicketPriority })}
      />
    </>
  );
}

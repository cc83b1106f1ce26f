import { Checkbox, NativeSelect, Textarea, TextInput } from "@mantine/core";
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

export interface NewTicket {
  containerId: string | undefined;
  category: TicketCategory;
  priority: TicketPriority;
  subject: string;
  text: string;
  take: boolean;
}

export interface NewTicketDialogProps {
  /** What it begins with. */
  initial: { containerId: string | undefined; subject: string };
  /** What it is about besides, such as an incident. */
  about?: string | undefined;
  containers: readonly ContainerChoice[] | undefined;
  /** The person may be its agent at once. */
  mayTake: boolean;
  /** Makes it, and leads to it. */
  onCreate: (ticket: NewTicket) => Promise<unknown>;
  onClose: () => void;
}

/** Asks what is the matter, with which container. */
export function NewTicketDialog({ initial, about, containers, mayTake, onCreate, onClose }: NewTicketDialogProps) {
  const { t } = useTranslation("tickets");
  const [containerId, setContainerId] = useState(initial.containerId);
  const [category, setCategory] = useState<TicketCategory>("technical_support");
  const [priority, setPriority] = useState<TicketPriority>("medium");
  const [subject, setSubject] = useState(initial.subject);
  const [text, setText] = useState("");
  const [take, setTake] = useState(false);
  const [isTried, setTried] = useState(false);
  const create = useAct(onCreate);
  const missing = (value: string) => isTried && value.trim() === "" && t("fillField");
  const send = async () => {
    setTried(true);
    if (subject.trim() === "" || text.trim() === "") return;
    await create.run({ containerId, category, priority, subject, text, take });
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
      <ContainerSelect label={t("container")} containers={containers} value={containerId} onChange={setContainerId} />
      <TextInput
        label={t("subject")}
        data-autofocus
        maxLength={ticketLimits.longestSubject}
        value={subject}
        error={missing(subject)}
        onChange={({ currentTarget }) => setSubject(currentTarget.value)}
      />
      <Textarea
        label={t("what")}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={ticketLimits.longestMessage}
        value={text}
        error={missing(text)}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Kind {...{ category, priority }} onCategory={setCategory} onPriority={setPriority} />
      {mayTake && (
        <Checkbox label={t("takeIt")} checked={take} onChange={({ currentTarget }) => setTake(currentTarget.checked)} />
      )}
    </FormDialog>
  );
}

interface KindProps extends Pick<NewTicket, "category" | "priority"> {
  onCategory: (category: TicketCategory) => void;
  onPriority: (priority: TicketPriority) => void;
}

function Kind({ category, priority, onCategory, onPriority }: KindProps) {
  const { t } = useTranslation("tickets");
  return (
    <>
      <NativeSelect
        label={t("category")}
        value={category}
        data={ticketCategories.map((value) => ({ value, label: t(`categories.${value}`) }))}
        onChange={({ currentTarget }) => onCategory(currentTarget.value as TicketCategory)}
      />
      <NativeSelect
        label={t("priority")}
        value={priority}
        data={ticketPriorities.map((value) => ({ value, label: t(`priorities.${value}`) }))}
        onChange={({ currentTarget }) => onPriority(currentTarget.value as TicketPriority)}
      />
    </>
  );
}

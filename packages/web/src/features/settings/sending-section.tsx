import { Button } from "@mantine/core";
import type { SendingField as FieldName } from "@offgrid/contract/settings/sending-services";
import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { ApiError } from "../../core/api/api-error.ts";
import { formatAge } from "../../core/time.ts";
import { FormFoot } from "../../ui/form-foot.tsx";
import { RemovalDialog } from "../../ui/removal-dialog.tsx";
import { Section } from "../../ui/section.tsx";
import { useAct } from "../../ui/use-act.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { SendingField } from "./sending-field.tsx";
import { ServiceTest, type ServiceTestProps } from "./service-test.tsx";
import type { SendingChange, SendingState } from "./settings.data.ts";

export interface SendingSectionProps extends Pick<ServiceTestProps, "onTest"> {
  state: SendingState;
  now: number;
  onSave: (change: SendingChange) => Promise<void>;
}

type Words = "title" | "help" | "remove" | "removeTitle" | "removeText";
/** The words of a service in the catalogue. */
const wordsOf = {
  mail: (key: Words) => `sendMail.${key}` as const,
  sms: (key: Words) => `sendSms.${key}` as const,
  telegram: (key: Words) => `sendTelegram.${key}` as const,
  heartbeat: (key: Words) => `sendHeartbeat.${key}` as const,
};

/** Null: it is taken away when the form is saved. */
type Draft = Partial<Record<FieldName, string | null>>;

/** A service that the portal sends with: from whom it has it, its fields, and a test of what is saved. */
export function SendingSection({ state, now, onSave, onTest }: SendingSectionProps) {
  const { t } = useTranslation("settings");
  const { service, source, isOn, isInEnvironment, changedAt } = state;
  const about = useRef<HTMLParagraphElement>(null);
  const [asked, setAsked] = useState<"remove" | "undo">();
  const form = useDraft(state, onSave);
  const words = wordsOf[service];
  const wasAsked = useRef(false);
  const close = () => {
    setAsked(undefined);
    wasAsked.current = true;
  };
  // The button that asked goes with the service, once the portal has said so.
  useEffect(() => {
    if (wasAsked.current && asked === undefined && document.activeElement === document.body) about.current?.focus();
  }, [asked, changedAt, isOn]);
  const isHeld = source !== "none" && (isOn || service === "mail");
  return (
    <Section title={t(words("title"))}>
      <p className="og-quiet og-flush">{t(words("help"))}</p>
      <p className="og-flush" ref={about} tabIndex={-1}>
        <StateWords state={state} now={now} />
      </p>
      <form noValidate className="og-stack" onSubmit={form.submit}>
        {state.fields.map((field) => (
          <SendingField
            key={field.name}
            {...{ field, now, source }}
            typed={form.draft[field.name]}
            refusal={form.refused?.[field.name]}
            onType={(text) => form.set(field.name, text)}
          />
        ))}
        <FormFoot
          send={t("save")}
          done={t("sending.saved")}
          form={form.foot}
          beside={
            <>
              {isOn && (
                <Button variant="default" onClick={() => setAsked("remove")}>
                  {t(words("remove"))}
                </Button>
              )}
              {source !== "environment" && (isInEnvironment || source === "none") && (
                <Button variant="default" disabled={form.foot.isSending} onClick={() => setAsked("undo")}>
                  {t(isInEnvironment ? "sending.undo" : "sending.asBefore")}
                </Button>
              )}
            </>
          }
        />
      </form>
      {isHeld && (
        // What a test said is true of the settings that it was made with.
        <ServiceTest key={changedAt} kind={service} isDisabled={form.foot.isDirty} onTest={onTest} />
      )}
      {asked && <Question {...{ asked, service, isInEnvironment, onSave }} onClose={close} />}
    </Section>
  );
}

interface QuestionProps extends Pick<SendingSectionProps, "onSave"> {
  asked: "remove" | "undo";
  service: SendingState["service"];
  isInEnvironment: boolean;
  onClose: () => void;
}

/** Before a service is taken away: secrets that were given here cannot be shown again. */
function Question({ asked, service, isInEnvironment, onSave, onClose }: QuestionProps) {
  const { t } = useTranslation("settings");
  const words = wordsOf[service];
  const isUndo = asked === "undo";
  const undo = t(isInEnvironment ? "sending.undo" : "sending.asBefore");
  return (
    <RemovalDialog
      title={isUndo ? (isInEnvironment ? t("sending.undoTitle") : undo) : t(words("removeTitle"))}
      confirm={isUndo ? undo : t(words("remove"))}
      onRemove={() => onSave({ service, source: isUndo ? "environment" : "none" })}
      onClose={onClose}
    >
      {isUndo ? t(isInEnvironment ? "sending.undoText" : "sending.asBeforeText") : t(words("removeText"))}
    </RemovalDialog>
  );
}

/** What is typed until it is saved, and why it was refused. */
function useDraft(state: SendingState, onSave: SendingSectionProps["onSave"]) {
  const { service } = state;
  const [draft, setDraft] = useState<Draft>({});
  const save = useAct(async (change: SendingChange) => {
    await onSave(change);
    setDraft({});
  });
  const isDirty = state.fields.some(({ name, shown, isSecret }) => {
    const typed = draft[name];
    return typed === null || (typed !== undefined && typed !== (isSecret ? "" : (shown ?? "")));
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    // A secret that was typed and taken away again stays as it is.
    const secrets = new Set(state.fields.filter(({ isSecret }) => isSecret).map(({ name }) => name));
    const given = Object.entries(draft).filter(([name, text]) => text !== "" || !secrets.has(name as FieldName));
    void save.run({ service, source: "portal", values: Object.fromEntries(given) });
  };
  const set = (name: FieldName, text: string | null | undefined) => {
    save.forget();
    const { [name]: _, ...others } = draft;
    setDraft(text === undefined ? others : { ...others, [name]: text });
  };
  const refused = save.error instanceof ApiError ? save.error.fields : undefined;
  return {
    draft,
    set,
    submit,
    refused,
    foot: {
      isDirty,
      isSending: save.isRunning,
      isDone: save.isDone && !isDirty,
      error: refused ? undefined : save.error,
    },
  };
}

function StateWords({ state: { service, source, isOn, changedAt }, now }: Pick<SendingSectionProps, "state" | "now">) {
  const { t } = useTranslation("settings");
  const locale = useLocale();
  if (source === "environment") {
    if (isOn) return t("sending.environment");
    return t(service === "mail" ? "sending.files" : "sending.unset");
  }
  const age = formatAge(Math.max(0, now - Date.parse(changedAt ?? "")), locale);
  return t(source === "none" ? "sending.none" : "sending.portal", { age });
}

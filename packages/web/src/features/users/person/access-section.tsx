import { Button } from "@mantine/core";
import type { UserDetail } from "@offgrid/contract/users/users.schema";
import { lazy, useState } from "react";
import { useTranslation } from "react-i18next";

import { loadChunk } from "../../../core/chunk.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { FormDone, FormFailure } from "../../../ui/form-notes.tsx";
import { LaterDialog } from "../../../ui/later-dialog.tsx";
import { Section } from "../../../ui/section.tsx";
import { useAct } from "../../../ui/use-act.ts";
import { missingLink, nameOf, stateOf } from "../list-choices.ts";
import type { SignInPart } from "../users.data.ts";

/** Seldom opened. */
const ResetDialog = lazy(() =>
  loadChunk(() => import("./reset.dialog.tsx")).then((part) => ({ default: part.ResetDialog })),
);

interface Props {
  person: UserDetail;
  isLocked: boolean;
  onSend: () => Promise<void>;
  onReset: (parts: SignInPart[]) => Promise<void>;
  onDisable: (disabled: boolean) => Promise<void>;
  onRemove: () => void;
}

/** Whether a person can come in, the mail that they still need, and the way out. */
export function AccessSection({ person, isLocked, onSend, onReset, onDisable, onRemove }: Props) {
  const { t } = useTranslation("users");
  const [isAsking, setAsking] = useState(false);
  const send = useAct(onSend);
  const disable = useAct(onDisable);
  const missing = missingLink(person);
  return (
    <Section title={t("access")}>
      <p className="og-quiet og-anywhere">{t(`access_${stateOf(person)}`)}</p>
      {person.pendingEmail !== null && (
        <p className="og-quiet og-anywhere">
          {t(person.emailConsentDue ? "email_consent_due" : "pending_email", { email: person.pendingEmail })}
        </p>
      )}
      <p className="og-quiet og-anywhere">{t(person.twoStep ? "two_step_on" : "two_step_off")}</p>
      {!isLocked && (
        <>
          <FormFailure error={send.error ?? (isAsking ? undefined : disable.error)} />
          <div className="og-line">
            {missing && (
              <Button variant="default" loading={send.isRunning} onClick={() => void send.run()}>
                {t(`send.${missing}`)}
              </Button>
            )}
            {stateOf(person) === "active" && <ResetButton person={person} onReset={onReset} />}
            {person.disabled ? (
              <Button variant="default" loading={disable.isRunning} onClick={() => void disable.run(false)}>
                {t("enable")}
              </Button>
            ) : (
              <Button variant="default" onClick={() => setAsking(true)}>
                {t("disable")}
              </Button>
            )}
            <Button variant="outline" color="red" onClick={onRemove}>
              {t("remove")}
            </Button>
            <FormDone text={send.isDone ? t("link_sent", { email: person.email }) : undefined} />
          </div>
        </>
      )}
      {isAsking && (
        <ConfirmDialog
          title={t("disable_title", { name: nameOf(person) })}
          confirm={t("disable")}
          isRunning={disable.isRunning}
          error={disable.error}
          onConfirm={() => void disable.run(true).then((done) => done && setAsking(false))}
          onClose={() => {
            disable.forget();
            setAsking(false);
          }}
        >
          {t("disable_text")}
        </ConfirmDialog>
      )}
    </Section>
  );
}

/** For who has lost what they sign in with. */
function ResetButton({ person, onReset }: Pick<Props, "person" | "onReset">) {
  const { t } = useTranslation("users");
  const [isDone, setDone] = useState(false);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t("reset")}
      </Button>
      <FormDone text={isDone ? t("reset_done", { email: person.email }) : undefined} />
      {isOpen && (
        <LaterDialog onClose={() => setOpen(false)}>
          <ResetDialog
            name={nameOf(person)}
            email={person.email}
            onReset={onReset}
            onClose={(done) => {
              setDone(done);
              setOpen(false);
            }}
          />
        </LaterDialog>
      )}
    </>
  );
}

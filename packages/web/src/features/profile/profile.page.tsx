import { Alert } from "@mantine/core";
import { lazy } from "react";
import { useTranslation } from "react-i18next";

import { archivePart } from "../../domain/archive/archive-part.ts";
import { saveSetting, useOwnSetting } from "../../domain/account/own-setting.data.ts";
import { loadChunk } from "../../core/chunk.ts";
import { passkeyBarrier } from "../../core/passkeys.ts";
import { useIsThere } from "../../core/screen.ts";
import { noticeChoices, withNoticeChoices } from "../../domain/account/notice-choices.ts";
import { defaultLocale } from "@offgrid/contract/core/constants";
import { isExcluded } from "@offgrid/contract/core/menu";
import { ticketMailChoices, withTicketMailChoices } from "@offgrid/contract/tickets/ticket-mail-choices";
import { Async } from "../../ui/async.tsx";
import layout from "../../ui/form-layout.module.css";
import { LaterPart } from "../../ui/later-part.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { AccountSection } from "./account-section.tsx";
import { EmailSection } from "./email-section.tsx";
import { LookSection } from "./look-section.tsx";
import { ChoiceSection } from "./choice-section.tsx";
import {
  addPasskey,
  changePassword,
  endSession,
  finishTwoStep,
  optionalEntries,
  removePasskey,
  removeTwoStep,
  saveAccount,
  saveLanguage,
  saveUnits,
  sendEmailLink,
  startTwoStep,
  usePasskeys,
  useProfile,
  useTicketMails,
  useSessions,
} from "./profile.data.ts";
import styles from "./profile.module.css";
import { Section } from "../../ui/section.tsx";
import { PasskeySection } from "./security/passkey-section.tsx";
import { PasswordSection } from "./security/password-section.tsx";
import { SessionSection } from "./security/session-section.tsx";
import { TwoStepSection } from "./security/two-step-section.tsx";

/** Below what people come for most. */
const ChannelsPart = lazy(() =>
  loadChunk(() => import("./channels/channels-part.tsx")).then((part) => ({ default: part.ChannelsPart })),
);

const ArchivePart = archivePart();

const ApiTokensPart = lazy(() =>
  loadChunk(() => import("./api-tokens/api-tokens-part.tsx")).then((part) => ({ default: part.ApiTokensPart })),
);

/** Where the news of a kind are kept; before there is such a screen, nothing tells of them either. */
const listsOfNews = { event: "/events", warning: "/warning/history" } as const;

/** The user's own account: personal data, appearance and notifications, sign-in and sessions. */
export function ProfilePage() {
  const { t } = useTranslation(["profile", "shared"]);
  const profile = useProfile();
  const setting = useOwnSetting();
  const passkeys = usePasskeys();
  const sessions = useSessions();
  const isThere = useIsThere();
  const ticketMails = useTicketMails();
  if (!profile) return null;
  return (
    <>
      <PageHeader title={t("shared:screen.profile")} context={`${profile.email} · ${profile.roleLabel}`} />
      {profile.mustSetUpTwoStep && (
        <Alert color="orange" variant="light" role="alert" mb="md" maw={1240}>
          {t("must_two_step")}
        </Alert>
      )}
      <div className={layout.columns} data-first={profile.mustSetUpTwoStep ? "security" : undefined}>
        <div className="og-stack og-words">
          <AccountSection profile={profile} onSave={saveAccount} />
          <EmailSection profile={profile} onChange={(email) => saveAccount({ email })} onSendLink={sendEmailLink} />
          <Async of={setting} height={360} isEmpty={() => false}>
            {(own) => (
              <div className="og-stack og-words">
                <LookSection
                  setting={own}
                  language={own.language ?? defaultLocale}
                  entries={optionalEntries.filter(({ id }) => !isExcluded(id, profile.excludes))}
                  onSave={saveSetting}
                  onLanguage={saveLanguage}
                  onUnits={saveUnits}
                />
                <ChoiceSection
                  title={t("notices")}
                  help={t("notices_help")}
                  kinds={(["event", "warning"] as const)
                    .filter((kind) => isThere(listsOfNews[kind]))
                    .map((kind) => ({ kind, label: t(`notices_${kind}`) }))}
                  choices={noticeChoices(own.notify)}
                  onChoose={(choices) => saveSetting({ notify: withNoticeChoices(own.notify, choices) })}
                />
                <ChoiceSection
                  title={t("ticket_mails")}
                  help={t("ticket_mails_help")}
                  kinds={ticketMails.map((kind) => ({ kind, label: t(`ticket_mails_${kind}`) }))}
                  choices={ticketMailChoices(own.notify)}
                  onChoose={(choices) => saveSetting({ notify: withTicketMailChoices(own.notify, choices) })}
                />
              </div>
            )}
          </Async>
          {!profile.mustSetUpTwoStep && (
            <LaterPart height={320}>
              <ChannelsPart />
            </LaterPart>
          )}
        </div>
        <div className={`og-stack og-words ${styles.security}`}>
          <TwoStepSection
            isOn={profile.twoStep}
            onStart={startTwoStep}
            onFinish={finishTwoStep}
            onRemove={removeTwoStep}
          />
          <PasswordSection email={profile.email} onChange={changePassword} />
          <Section title={t("passkeys")}>
            <Async of={passkeys} isEmpty={() => false} height={80}>
              {(keys) => (
                <PasskeySection
                  passkeys={keys}
                  barrier={passkeyBarrier()}
                  onAdd={addPasskey}
                  onRemove={removePasskey}
                />
              )}
            </Async>
          </Section>
          <Section title={t("sessions")}>
            <Async of={sessions} isEmpty={() => false} height={120}>
              {(rows) => <SessionSection sessions={rows} onEnd={endSession} />}
            </Async>
          </Section>
          {!profile.mustSetUpTwoStep && (
            <LaterPart height={160}>
              <ApiTokensPart />
            </LaterPart>
          )}
          <LaterPart height={160}>
            <ArchivePart of="me" />
          </LaterPart>
        </div>
      </div>
    </>
  );
}

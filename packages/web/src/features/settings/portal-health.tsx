import { useTranslation } from "react-i18next";

import { formatCount, formatQuantityText, formatSize } from "../../core/format.ts";
import { formatAge, formatSpan, formatTime } from "../../core/time.ts";
import { Section } from "../../ui/section.tsx";
import { browserZone, useLocale } from "../../ui/use-locale.ts";
import { Marked } from "./marked.tsx";
import { SendingFailure, SendingLines } from "./sending-health.tsx";
import type { PortalHealth } from "./settings.data.ts";

type Service = PortalHealth["services"][number];

export interface PortalHealthCardsProps {
  health: PortalHealth;
  now: number;
}

/** How the portal and what it depends on are: what does not work stands first in its card, with since when. */
export function PortalHealthCards({ health, now }: PortalHealthCardsProps) {
  const { t } = useTranslation("settings");
  return (
    <div className="og-stack og-words">
      <Section title={t("services.title")}>
        <ul className="og-plain-list og-lined" aria-label={t("services.title")}>
          {health.services.map((one) => (
            <li key={one.service} style={{ paddingBlock: 8 }}>
              <ServiceLine service={one} now={now} />
            </li>
          ))}
        </ul>
      </Section>
      <Section title={t("mail.title")}>
        <MailLines mail={health.mail} now={now} />
        <SendingFailure outcome={health.sending.find(({ service }) => service === "mail")} now={now} />
        <MailInLines comesIn={health.mail.comesIn} now={now} />
      </Section>
      <Section title={t("sent.title")}>
        <SendingLines sending={health.sending} now={now} />
      </Section>
      <Section title={t("backup.title")}>
        <BackupLines backup={health.backup} now={now} />
      </Section>
      <Section title={t("data.title")}>
        <DataFacts data={health.data} />
      </Section>
      <Section title={t("versions.title")}>
        <VersionFacts health={health} />
      </Section>
    </div>
  );
}

function ServiceLine({ service: { service, isOn, answeredAt, problem }, now }: { service: Service; now: number }) {
  const { t } = useTranslation("settings");
  const locale = useLocale();
  const ago = (at: string) => formatAge(Math.max(0, now - Date.parse(at)), locale);
  const answered = answeredAt === null ? t("services.never") : t("services.answered", { age: ago(answeredAt) });
  const title = t(`services.fields.${service}`);
  if (!isOn) {
    return (
      <Marked mark="off" title={title}>
        {t("services.off")} {answeredAt !== null && answered}
      </Marked>
    );
  }
  if (problem) {
    const retry = Date.parse(problem.retryAt) - now;
    return (
      <Marked mark="wrong" title={title}>
        {t(`services.problem.${problem.kind}`, { age: ago(problem.at) })} {answered}{" "}
        {retry > 0 && t("services.retry", { at: formatTime(Date.parse(problem.retryAt), "time", browserZone, locale) })}{" "}
        {(service === "open_meteo" || service === "openweather") && t(`services.meanwhile.${service}`)}
      </Marked>
    );
  }
  return (
    <Marked mark={answeredAt === null ? "off" : "fine"} title={title}>
      {answered}
    </Marked>
  );
}

function MailLines({ mail, now }: { mail: PortalHealth["mail"]; now: number }) {
  const { t } = useTranslation("settings");
  const locale = useLocale();
  const ago = (at: string) => formatAge(Math.max(0, now - Date.parse(at)), locale);
  const isLate = mail.failure !== null;
  const mark = mail.way !== "server" || isLate ? "wrong" : "fine";
  return (
    <Marked mark={mark} title={t(`mail.${mail.way}`)}>
      {mail.sentAt === null ? t("mail.never") : t("mail.sent", { age: ago(mail.sentAt) })}{" "}
      {mail.waiting > 0 &&
        mail.waitingSince !== null &&
        t("mail.waiting", { count: mail.waiting, span: formatSpan(now - Date.parse(mail.waitingSince), locale) })}{" "}
      {mail.failure !== null && t("mail.failure", { reason: mail.failure })}
    </Marked>
  );
}

function MailInLines({ comesIn, now }: { comesIn: PortalHealth["mail"]["comesIn"]; now: number }) {
  const { t } = useTranslation("settings");
  const locale = useLocale();
  if (comesIn === null) {
    return (
      <Marked mark="off" title={t("mailIn.off")}>
        {t("mailIn.offWhy")}
      </Marked>
    );
  }
  const { address, hasTls, last, taken, refused } = comesIn;
  const age = last && formatAge(Math.max(0, now - Date.parse(last.at)), locale);
  return (
    <Marked mark="fine" title={t("mailIn.on")}>
      <span className="og-anywhere">{t("mailIn.address", { address })}</span>{" "}
      {last === null ? t("mailIn.never") : t(`mailIn.last.${last.outcome}`, { age })}{" "}
      {t("mailIn.counts", { taken: formatCount(taken, locale), refused: formatCount(refused, locale) })}{" "}
      {!hasTls && t("mailIn.plain")}
    </Marked>
  );
}

/** A night, and half a day in which the portal may have stood still. */
const lateBackupMs = 36 * 3_600_000;

function BackupLines({ backup, now }: { backup: PortalHealth["backup"]; now: number }) {
  const { t } = useTranslation("settings");
  const locale = useLocale();
  const ago = (at: string) => formatAge(Math.max(0, now - Date.parse(at)), locale);
  if (!backup.isOn) {
    return (
      <Marked mark="off" title={t("backup.off")}>
        {t("backup.offWhy")}
      </Marked>
    );
  }
  const { doneAt, bytes, failedAt, failure, triedAt, trialFailedAt, trialFailure } = backup;
  const isLate = doneAt !== null && now - Date.parse(doneAt) > lateBackupMs;
  const isWrong = failedAt !== null || trialFailedAt !== null || isLate;
  const last = (at: string | null, more = "") => (at === null ? t("backup.none") : `${ago(at)}${more}`);
  return (
    <>
      <Marked mark={isWrong ? "wrong" : doneAt === null ? "off" : "fine"} title={t("backup.on")}>
        {failedAt !== null && t("backup.failed", { age: ago(failedAt), reason: failure })}{" "}
        {trialFailedAt !== null && t("backup.trialFailed", { age: ago(trialFailedAt), reason: trialFailure })}{" "}
        {doneAt === null ? t("backup.never") : t("backup.onWhy")}
      </Marked>
      <Pairs
        rows={[
          [t("backup.fields.last"), last(doneAt, bytes === null ? "" : `, ${formatSize(bytes, locale)}`)],
          [t("backup.fields.trial"), last(triedAt)],
        ]}
      />
    </>
  );
}

function Pairs({ rows }: { rows: readonly (readonly [string, string])[] }) {
  return (
    <dl className="og-pairs og-close-stack">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="og-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function DataFacts({ data }: { data: PortalHealth["data"] }) {
  const { t } = useTranslation("settings");
  const locale = useLocale();
  const size = (bytes: number) => formatSize(bytes, locale);
  const disk =
    data.disk === null
      ? t(data.isEmbedded ? "data.diskNotKnown" : "data.elsewhere")
      : t("data.free", {
          free: size(data.disk.freeBytes),
          size: size(data.disk.sizeBytes),
          percent: formatQuantityText((100 * data.disk.freeBytes) / data.disk.sizeBytes, "percent", locale),
        });
  const since =
    data.readingsFrom === null
      ? t("data.noReadings")
      : formatTime(Date.parse(data.readingsFrom), "month", "UTC", locale);
  return (
    <>
      <Pairs
        rows={[
          [t("data.fields.disk"), disk],
          [t("data.fields.database"), size(data.databaseBytes)],
          [t("data.fields.readings"), since],
          [t("data.fields.containers"), formatCount(data.containers, locale)],
        ]}
      />
      <details className="og-details">
        <summary>{t("data.fields.largest")}</summary>
        <Pairs rows={data.largest.map(({ table, bytes }) => [table, size(bytes)] as const)} />
      </details>
    </>
  );
}

function VersionFacts({ health: { versions, processes } }: { health: PortalHealth }) {
  const { t } = useTranslation("settings");
  const locale = useLocale();
  return (
    <Pairs
      rows={[
        [t("versions.fields.portal"), `F${versions.front} - M${versions.mqtt} - R${versions.rest}`],
        [t("versions.fields.processes"), formatCount(processes, locale)],
        ["Node.js", versions.node],
        ["PostgreSQL", versions.postgres],
        [t("versions.fields.schema"), String(versions.schema)],
      ]}
    />
  );
}

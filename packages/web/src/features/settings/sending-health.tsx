import { useTranslation } from "react-i18next";

import { formatAge } from "../../core/time.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { Marked } from "./marked.tsx";
import type { PortalHealth } from "./settings.data.ts";

type Outcome = PortalHealth["sending"][number];

/** What came of the last message by SMS, by Telegram, and of the last heartbeat; mail has its own card. */
export function SendingLines({ sending, now }: { sending: readonly Outcome[]; now: number }) {
  const { t } = useTranslation("settings");
  return (
    <ul className="og-plain-list og-lined" aria-label={t("sent.title")}>
      {sending.map(
        (outcome) =>
          outcome.service !== "mail" && (
            <li key={outcome.service} style={{ paddingBlock: 8 }}>
              <Line outcome={outcome} service={outcome.service} now={now} />
            </li>
          ),
      )}
    </ul>
  );
}

function Line({
  outcome,
  service,
  now,
}: {
  outcome: Outcome;
  service: Exclude<Outcome["service"], "mail">;
  now: number;
}) {
  const { t } = useTranslation("settings");
  const failure = useFailure(outcome, now);
  const locale = useLocale();
  const title = t(`sent.fields.${service}`);
  if (!outcome.isOn) {
    return (
      <Marked mark="off" title={title}>
        {t("sent.off")}
      </Marked>
    );
  }
  const { doneAt } = outcome;
  const age = doneAt !== null && formatAge(Math.max(0, now - Date.parse(doneAt)), locale);
  return (
    <Marked mark={failure ? "wrong" : age === false ? "off" : "fine"} title={title}>
      {failure} {age === false ? t("sent.never") : t("sent.done", { age })}
    </Marked>
  );
}

/** That the last mail or test could not be handed over; nothing while it works. */
export function SendingFailure({ outcome, now }: { outcome: Outcome | undefined; now: number }) {
  const { t } = useTranslation("settings");
  const failure = useFailure(outcome, now);
  if (failure === undefined || !outcome?.isOn) return null;
  return (
    <Marked mark="wrong" title={t("sent.mailFailed")}>
      {failure}
    </Marked>
  );
}

function useFailure(outcome: Outcome | undefined, now: number): string | undefined {
  const { t } = useTranslation("settings");
  const locale = useLocale();
  if (!outcome?.problem || outcome.failedAt === null) return undefined;
  return t(`sent.problem.${outcome.problem}`, {
    age: formatAge(Math.max(0, now - Date.parse(outcome.failedAt)), locale),
  });
}

import { Button } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconClockHour4 } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { useSeconds } from "../../../core/live/tick.ts";
import { formatAgeToSecond } from "../../../core/time.ts";
import { Async, quiet } from "../../../ui/async.tsx";
import { Section } from "../../../ui/section.tsx";
import { useLocale } from "../../../ui/use-locale.ts";
import { type CheckState, firstContact, isComplete, isSilent } from "./first-contact-facts.ts";
import { useFirstContact } from "./new-container.data.ts";

interface FirstContactProps {
  containerId: string;
  onAnother: () => void;
}

/** What has been received of a new container, as it comes. */
export function FirstContact({ containerId, onAnother }: FirstContactProps) {
  const info = useFirstContact(containerId);
  const isDone = info.data !== undefined && isComplete(firstContact(info.data));
  const now = useSeconds(!isDone);
  return (
    <Async of={quiet(info)} height={320}>
      {(found) => (
        <FirstContactCard
          name={found.name}
          containerId={containerId}
          checks={firstContact(found)}
          isSilent={isSilent(found, now)}
          now={now}
          onAnother={onAnother}
        />
      )}
    </Async>
  );
}

export interface FirstContactCardProps extends FirstContactProps {
  name: string;
  checks: readonly CheckState[];
  /** Nothing came for as long as something should have. */
  isSilent: boolean;
  /** Epoch ms. */
  now: number;
}

const hints = ["power", "id", "address", "network", "sim"] as const;

export function FirstContactCard({
  name,
  containerId,
  checks,
  isSilent: isOverdue,
  now,
  onAnother,
}: FirstContactCardProps) {
  const { t } = useTranslation("new-container");
  const isDone = isComplete(checks);
  return (
    <Section title={t("contact.title", { name })}>
      <output className="og-flush">{t(isDone ? "contact.complete" : "contact.waiting")}</output>
      <ol className="og-plain-list og-stack og-mid">
        {checks.map((one) => (
          <li key={one.check} className="og-row og-top">
            <CheckIcon state={one.state} />
            <CheckWords {...one} now={now} />
          </li>
        ))}
      </ol>
      {isOverdue && (
        <div className="og-card" role="alert">
          <p className="og-flush og-strong">{t("contact.silent")}</p>
          <ul className="og-flush">
            {hints.map((hint) => (
              <li key={hint}>{t(`contact.hint.${hint}`, { id: containerId })}</li>
            ))}
          </ul>
        </div>
      )}
      <div className="og-line">
        <Button
          variant={isDone ? "filled" : "default"}
          renderRoot={(props) => <Link to="/containers/$slug" params={{ slug: containerId }} {...props} />}
        >
          {t("contact.open")}
        </Button>
        <Button variant="default" onClick={onAnother}>
          {t("contact.another")}
        </Button>
      </div>
    </Section>
  );
}

function CheckIcon({ state }: Pick<CheckState, "state">) {
  if (state === "done") return <IconCircleCheck className="og-fixed og-accent" size={20} aria-hidden />;
  if (state === "wrong") return <IconAlertTriangle className="og-fixed og-danger" size={20} aria-hidden />;
  return <IconClockHour4 className="og-icon" size={20} aria-hidden />;
}

function CheckWords({ check, state, atMs, figure, now }: CheckState & { now: number }) {
  const { t } = useTranslation("new-container");
  const locale = useLocale();
  const age = atMs === undefined ? "" : formatAgeToSecond(now - atMs, locale);
  const words =
    check === "devices" && state === "done"
      ? t("contact.devices_done", { count: figure ?? 0 })
      : check === "clock" && state === "wrong"
        ? t("contact.clock_wrong", { count: Math.round(Math.abs(figure ?? 0)) })
        : t(`contact.check.${check}.${state === "done" ? "done" : "waiting"}`);
  return (
    <span className="og-words">
      <span className={state === "waiting" ? "og-muted" : undefined}>{words}</span>
      {age !== "" && <span className="og-small">{age}</span>}
    </span>
  );
}

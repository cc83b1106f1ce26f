import { Button } from "@mantine/core";
import { foundWarning } from "@offgrid/contract/warnings/found-warning";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { durationText, lastingText } from "@offgrid/contract/core/duration-text";
import { formatAge, formatTime } from "../../core/time.ts";
import { MarkedLine } from "../../domain/containers/marked-line.tsx";
import { UnreadBadge } from "../../domain/notifications/unread-badge.tsx";
import { useAwayActs } from "../../ui/away-acts.tsx";
import { useIsPhone } from "../../ui/use-list-search.ts";
import { browserZone, useLocale } from "../../ui/use-locale.ts";
import type { MuteHours, Warning, WarningRights } from "./history.data.ts";
import { useRaisedWords } from "../../domain/warnings/use-raised-words.ts";
import { useBeforeWords } from "../../domain/warnings/use-before-words.ts";
import { MuteMenu } from "./mute-menu.tsx";
import { RuleName, WarningLeads } from "./warning-leads.tsx";

export interface WarningLineProps {
  warning: Warning;
  now: number;
  may: WarningRights;
  /** Absent: the person may only read. */
  acts?: WarningActs | undefined;
}

export interface WarningActs {
  onAcknowledge: (warning: Warning) => void;
  /** Takes back that the person looks after it; undefined: they do not. */
  onWithdraw: (warning: Warning) => (() => void) | undefined;
  onMute: (warning: Warning, hours: MuteHours) => void;
  onRead: (warning: Warning) => void;
  /** Takes it out of its incident; absent: it is in none, or alone there. */
  onSplit?: ((warning: Warning) => void) | undefined;
}

/** A warning: what, where, since when, what was measured, who looks after it, and what can be done. */
export function WarningLine({ warning, now, acts, may }: WarningLineProps) {
  const { t } = useTranslation("warning-history");
  const { severity, content, ruleName, ruleOwner, containerId, containerName, note, read } = warning;
  const measured = useRaisedWords()(warning);
  const isPhone = useIsPhone();
  return (
    <div className="og-head og-top" style={{ paddingBlock: 12 }}>
      <div style={{ flex: "1 1 20rem", minWidth: 0 }}>
        <MarkedLine
          state={severity}
          below={
            <>
              {measured && <span className="og-anywhere">{measured}</span>}
              <Times warning={warning} now={now} />
              <Facts warning={warning} now={now} />
              {(ruleName !== content || ruleOwner?.name) && <RuleName warning={warning} may={may} />}
              {note !== "" && <span className="og-anywhere">{note}</span>}
              <WarningLeads warning={warning} now={now} may={may} />
            </>
          }
        >
          <span className="og-strong og-anywhere">{content}</span>
          <Link className="og-name-link og-anywhere" to="/containers/$slug" params={{ slug: containerId }}>
            {containerName}
          </Link>
          {!read && <UnreadBadge word={t("unread")} />}
          {isPhone && <Read warning={warning} acts={acts} />}
        </MarkedLine>
      </div>
      {acts && <Acts warning={warning} now={now} acts={acts} />}
    </div>
  );
}

/** Since when, until when and how long. */
function Times({ warning, now }: Pick<WarningLineProps, "warning" | "now">) {
  const { t } = useTranslation("warning-history");
  const locale = useLocale();
  const { clearedAt } = warning;
  const { raisedAt, before } = foundWarning(warning.raisedAt, warning.foundAt);
  const at = (instant: string) => formatTime(Date.parse(instant), "weekdayTime", browserZone, locale);
  const secondsTo = (endMs: number) => (endMs - Date.parse(raisedAt)) / 1_000;
  const beforeWords = useBeforeWords();
  const span =
    clearedAt === null
      ? t("since", { at: at(raisedAt), lasted: lastingText(secondsTo(now), locale) })
      : t("span", {
          from: at(raisedAt),
          to: at(clearedAt),
          lasted: durationText(secondsTo(Date.parse(clearedAt)), locale),
        });
  return (
    <span
      className="og-note og-anywhere"
      title={formatTime(Date.parse(raisedAt), "dateTimeWithSeconds", browserZone, locale)}
    >
      {[span, beforeWords(before, at)].filter(Boolean).join(" · ")}
    </span>
  );
}

/** What is to be known beside: why it ended, whether it is known, who looks after it. */
function Facts({ warning, now }: Pick<WarningLineProps, "warning" | "now">) {
  const { t } = useTranslation("warning-history");
  const locale = useLocale();
  const { closeReason, blindSince, isFlapping, isShadow, isQuiet, acknowledgedBy, acknowledgedAt, acknowledgeNote } =
    warning;
  const { acknowledgedUntil, mutedUntil, clearedAt, feedback, foundAt, outcome } = warning;
  const time = (instant: string) => formatTime(Date.parse(instant), "weekdayTime", browserZone, locale);
  const isLapsed = clearedAt === null && acknowledgedUntil !== null && Date.parse(acknowledgedUntil) <= now;
  const facts = [
    blindSince !== null && t("blind", { age: formatAge(now - Date.parse(blindSince), locale) }),
    foundAt && t("found"),
    isFlapping && t("flapping"),
    isShadow && t("shadow"),
    isQuiet && t("incident.quiet"),
    closeReason !== null && closeReason !== "data" && t(`closed.${closeReason}`),
    acknowledgedBy !== null &&
      acknowledgedAt !== null &&
      t(isLapsed ? "lapsed" : clearedAt === null ? "acknowledged" : "lookedAfter", {
        name: acknowledgedBy.name ?? t("nobody"),
        at: time(acknowledgedAt),
        until: acknowledgedUntil === null ? "" : time(acknowledgedUntil),
      }),
    acknowledgeNote !== null && t("noted", { note: acknowledgeNote }),
    feedback !== null && t("told", { feedback: t(`feedback.${feedback}`) }),
    outcome !== null && t(`outcome.${outcome}`),
    mutedUntil !== null && t("muted", { at: time(mutedUntil) }),
  ].filter((one) => typeof one === "string");
  return facts.map((fact) => (
    <span key={fact} className="og-note og-anywhere">
      {fact}
    </span>
  ));
}

function Acts({ warning, now, acts }: Required<Pick<WarningLineProps, "warning" | "now">> & { acts: WarningActs }) {
  const { t } = useTranslation("warning-history");
  const isPhone = useIsPhone();
  const unlessAway = useAwayActs();
  const { clearedAt, read, content: name, containerName: container, acknowledgedUntil, mutedUntil, ruleId } = warning;
  const isOpen = clearedAt === null;
  const isHeld = acknowledgedUntil !== null && Date.parse(acknowledgedUntil) > now;
  if (!isOpen && read) return null;
  // Whoever looks after it has nothing to acknowledge: the other way is theirs.
  const withdraw = acts.onWithdraw(warning);
  // On a phone what can be done stands on one line.
  const size = isPhone ? ({ size: "xs", px: 8 } as const) : ({ size: "sm" } as const);
  return (
    <div className="og-line" style={{ columnGap: 8 }}>
      {withdraw && (
        <Button
          {...size}
          variant="default"
          aria-label={t("acts.withdrawName", { name, container })}
          {...unlessAway(withdraw)}
        >
          {t("acts.withdraw")}
        </Button>
      )}
      {isOpen && !withdraw && (
        <Button
          {...size}
          variant="default"
          aria-label={t(isHeld ? "acts.againName" : "acts.acknowledgeName", { name, container })}
          {...unlessAway(() => acts.onAcknowledge(warning))}
        >
          {t(isHeld ? "acts.again" : "acts.acknowledge")}
        </Button>
      )}
      {isOpen && ruleId !== null && (
        <Mute
          name={name}
          container={container}
          isMuted={mutedUntil !== null}
          size={size.size}
          onMute={(hours) => acts.onMute(warning, hours)}
        />
      )}
      {isOpen && acts.onSplit && (
        <Button
          {...size}
          variant="subtle"
          aria-label={t("acts.splitName", { name, container })}
          {...unlessAway(() => acts.onSplit?.(warning))}
        >
          {t("acts.split")}
        </Button>
      )}
      {!isPhone && <Read warning={warning} acts={acts} />}
    </div>
  );
}

/** Beside that it is unread, where there is no room for it with the others. */
function Read({ warning, acts }: Pick<WarningLineProps, "warning" | "acts">) {
  const { t } = useTranslation("warning-history");
  const isPhone = useIsPhone();
  const unlessAway = useAwayActs();
  const { content: name, containerName: container, read } = warning;
  if (read || !acts) return null;
  return (
    <Button
      size={isPhone ? "compact-md" : "sm"}
      variant="subtle"
      aria-label={t("acts.readName", { name, container })}
      {...unlessAway(() => acts.onRead(warning))}
    >
      {t("acts.read")}
    </Button>
  );
}

interface MuteProps {
  name: string;
  container: string;
  isMuted: boolean;
  size: "xs" | "sm";
  onMute: (hours: MuteHours) => void;
}

function Mute({ name, container, isMuted, size, onMute }: MuteProps) {
  const { t } = useTranslation("warning-history");
  const unlessAway = useAwayActs();
  if (isMuted)
    return (
      <Button
        size={size}
        variant="default"
        aria-label={t("acts.unmuteName", { name, container })}
        {...unlessAway(() => onMute(0))}
      >
        {t("acts.unmute")}
      </Button>
    );
  return <MuteMenu label={t("acts.muteName", { name, container })} size={size} onMute={onMute} />;
}

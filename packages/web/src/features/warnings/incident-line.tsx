import { Badge, Button } from "@mantine/core";
import { IconChevronDown, IconChevronUp } from "@tabler/icons-react";
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";

import { formatTime } from "../../core/time.ts";
import { MarkedLine } from "../../domain/containers/marked-line.tsx";
import type { Incident } from "../../domain/incidents/incidents.data.ts";
import { useIncidentWords } from "../../domain/incidents/use-incident-words.ts";
import { useRaisedWords } from "../../domain/warnings/use-raised-words.ts";
import { UnreadBadge } from "../../domain/notifications/unread-badge.tsx";
import { useAwayActs } from "../../ui/away-acts.tsx";
import { useIsPhone } from "../../ui/use-list-search.ts";
import { browserZone, useLocale } from "../../ui/use-locale.ts";
import type { MuteHours } from "./history.data.ts";
import { MuteMenu } from "./mute-menu.tsx";
import { useWorksWords } from "./use-works-words.ts";

export interface IncidentActs {
  onAcknowledge: (incident: Incident) => void;
  onMute: (incident: Incident, hours: MuteHours) => void;
  onMerge: (incident: Incident) => void;
  /** Takes back that the person looks after it; undefined: they do not. */
  onWithdraw: (incident: Incident) => (() => void) | undefined;
  /** Absent: the person may not announce works. */
  onWorks?: ((incident: Incident) => void) | undefined;
}

export interface IncidentLineProps {
  incident: Incident;
  now: number;
  isOpened: boolean;
  onToggle: () => void;
  /** Absent: the person may only read. */
  acts?: IncidentActs | undefined;
  /** What is shown once it is opened. */
  children?: ReactNode;
}

/** An incident in one line: what, since when, how much of it, who looks after it, and what can be done about all of it. */
export function IncidentLine({ incident, now, isOpened, onToggle, acts, children }: IncidentLineProps) {
  const { t } = useTranslation("warning-history");
  const words = useIncidentWords(now);
  const panel = useId();
  const { severity, state, open, total } = incident;
  const title = words.title(incident);
  // On a phone all of what can be done stands on one line.
  const size = useIsPhone() ? "xs" : "sm";
  // That one warning is one goes without saying.
  const counts = total > 1 && (open === 0 ? t("incident.had", { count: total }) : t("incident.open", { count: open }));
  return (
    <div className="og-close-stack" style={{ paddingBlock: 12 }}>
      <div className="og-head og-top">
        <div className="og-words" style={{ flex: "1 1 20rem" }}>
          <MarkedLine
            state={severity}
            below={
              <>
                <Worst incident={incident} now={now} />
                <span className="og-note og-anywhere">
                  {[words.span(incident), counts].filter(Boolean).join(" · ")}
                </span>
                {incident.works && <Works incident={incident} works={incident.works} now={now} />}
                <Facts incident={incident} now={now} />
              </>
            }
          >
            <span className="og-strong og-anywhere">{words.what(incident)}</span>
            {!incident.read && <UnreadBadge word={t("incident.unread")} />}
            {state !== "open" && (
              <Badge size="sm" variant="light" color="gray" tt="none">
                {t(`incident.states.${state}`)}
              </Badge>
            )}
          </MarkedLine>
        </div>
        <div className="og-line" style={{ columnGap: 8 }}>
          {acts && open > 0 && <Acts {...{ incident, title, acts, size }} />}
          <Button
            variant="subtle"
            size={size}
            {...(size === "xs" && { px: 8 })}
            aria-expanded={isOpened}
            aria-controls={panel}
            aria-label={t(isOpened ? "incident.hideName" : "incident.showName", { title })}
            rightSection={
              isOpened ? <IconChevronUp size={16} aria-hidden /> : <IconChevronDown size={16} aria-hidden />
            }
            onClick={onToggle}
          >
            {t(isOpened ? "incident.hide" : "incident.show")}
          </Button>
        </div>
      </div>
      <div id={panel}>
        {isOpened && children}
        {isOpened && acts && open > 0 && <MoreActs {...{ incident, title, acts, size }} />}
      </div>
    </div>
  );
}

/** What its gravest warning was raised by, and where, as far as its title does not say that. */
function Worst({ incident, now }: Facts) {
  const { t } = useTranslation("incidents");
  const raisedWords = useRaisedWords();
  const aheadOf = useIncidentWords(now).ahead;
  // What was kept before it was known of is shown without.
  const worst = incident.worst as Incident["worst"] | undefined;
  const figure = worst && raisedWords(worst);
  if (!worst || figure === undefined) return null;
  const isNamed = incident.containersTotal > 1;
  // A level in hours says how far its rule looks ahead.
  const ahead = worst.raisedBy && worst.attribute === "hours_to_reserve" ? undefined : aheadOf(incident);
  return (
    <span className="og-fine og-anywhere">
      {isNamed ? t("single", { name: worst.containerName, content: figure }) : figure}
      {ahead !== undefined && ` (${ahead})`}
    </span>
  );
}

/** Somebody is there or is going to be: until or from when, at how many of its containers, who, and for what. */
function Works({ incident, works, now }: Facts & { works: NonNullable<Incident["works"]> }) {
  return <span className="og-fine og-anywhere">{useWorksWords(now)(works, incident.containersOpen)}</span>;
}

type Facts = Pick<IncidentLineProps, "incident" | "now">;

function Facts({ incident, now }: Facts) {
  const { t } = useTranslation("warning-history");
  const locale = useLocale();
  const { acknowledgedBy, acknowledgedAt, acknowledgedUntil, acknowledgeNote, mutedUntil, isQuiet, quiet, reopened } =
    incident;
  const time = (instant: string) => formatTime(Date.parse(instant), "weekdayTime", browserZone, locale);
  const isLapsed = incident.open > 0 && acknowledgedUntil !== null && Date.parse(acknowledgedUntil) <= now;
  const facts = [
    acknowledgedBy !== null &&
      acknowledgedAt !== null &&
      t(isLapsed ? "lapsed" : incident.open > 0 ? "acknowledged" : "lookedAfter", {
        name: acknowledgedBy.name ?? t("nobody"),
        at: time(acknowledgedAt),
        until: acknowledgedUntil === null ? "" : time(acknowledgedUntil),
      }),
    acknowledgeNote !== null && t("noted", { note: acknowledgeNote }),
    mutedUntil !== null && t("muted", { at: time(mutedUntil) }),
    isQuiet && t("incident.quiet"),
    !isQuiet && quiet > 0 && t("incident.quietSome", { count: quiet, of: incident.open }),
    reopened > 0 && t("incident.reopened", { count: reopened }),
  ].filter((one) => typeof one === "string");
  return facts.map((fact) => (
    <span key={fact} className="og-note og-anywhere">
      {fact}
    </span>
  ));
}

interface ActsProps {
  incident: Incident;
  title: string;
  acts: IncidentActs;
  size: "xs" | "sm";
}

function Acts({ incident, title, acts, size }: ActsProps) {
  const { t } = useTranslation("warning-history");
  const isHeld = incident.state === "acknowledged";
  const unlessAway = useAwayActs();
  return (
    <>
      <Button
        variant="default"
        size={size}
        {...(size === "xs" && { px: 8 })}
        aria-label={t(isHeld ? "incident.againName" : "incident.acknowledgeName", { title })}
        {...unlessAway(() => acts.onAcknowledge(incident))}
      >
        {t(isHeld ? "acts.again" : "acts.acknowledge")}
      </Button>
      <Mute {...{ incident, title, acts, size }} />
    </>
  );
}

/** What is seldom done is offered below what it is made of, to whoever has looked at that: a list of many stays one. */
function MoreActs({ incident, title, acts, size }: ActsProps) {
  const { t } = useTranslation("warning-history");
  const withdraw = acts.onWithdraw(incident);
  const unlessAway = useAwayActs();
  // Others cannot begin there: what goes on is ended, or lasts longer.
  const hasWorks = incident.works !== null && incident.works.state !== "planned" && incident.containersOpen === 1;
  return (
    <div className="og-line" style={{ columnGap: 8, paddingInlineStart: 24, marginTop: 12 }}>
      {withdraw && (
        <Button
          variant="default"
          size={size}
          aria-label={t("incident.withdrawName", { title })}
          {...unlessAway(withdraw)}
        >
          {t("incident.withdraw")}
        </Button>
      )}
      {acts.onWorks && (
        <Button
          variant="default"
          size={size}
          aria-label={t(hasWorks ? "incident.worksNowName" : "incident.worksName", { title })}
          {...unlessAway(() => acts.onWorks?.(incident))}
        >
          {t(hasWorks ? "incident.worksNow" : "incident.works")}
        </Button>
      )}
      <Button
        variant="subtle"
        size={size}
        aria-label={t("incident.mergeName", { title })}
        {...unlessAway(() => acts.onMerge(incident))}
      >
        {t("incident.merge")}
      </Button>
    </div>
  );
}

function Mute({ incident, title, acts, size }: ActsProps) {
  const { t } = useTranslation("warning-history");
  const unlessAway = useAwayActs();
  if (incident.mutedUntil === null) {
    const label = t("incident.muteName", { title });
    return <MuteMenu label={label} size={size} onMute={(hours) => acts.onMute(incident, hours)} />;
  }
  return (
    <Button
      variant="default"
      size={size}
      aria-label={t("incident.unmuteName", { title })}
      {...unlessAway(() => acts.onMute(incident, 0))}
    >
      {t("acts.unmute")}
    </Button>
  );
}

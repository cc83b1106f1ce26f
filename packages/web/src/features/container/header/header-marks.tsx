import { countOpenWarnings, worstOpenWarning } from "@offgrid/contract/containers/open-warnings";
import { IconChevronDown, IconChevronUp } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import { loadChunk } from "../../../core/chunk.ts";
import { useSilenceMs } from "../../../core/live/live.ts";
import { formatAgeToSecond, formatTime } from "../../../core/time.ts";
import { alarmLevels } from "../../../domain/containers/alarm-levels.ts";
import { StatusMark } from "../../../domain/containers/status-mark.tsx";
import { EnergySentence } from "../../../domain/energy-state/energy-sentence.tsx";
import { useLocale } from "../../../ui/use-locale.ts";
import styles from "./container-header.module.css";
import { energyFactsOf, type KnownContainer, useIsFolded, useSeenAt } from "./known-container.ts";

/** Seldom shown, so no part of what every container waits for. */
const WorksNote = lazy(() => loadChunk(() => import("./works-note.tsx")).then((part) => ({ default: part.WorksNote })));

/** States that the manual says what to do about. */
const helpedLevels = ["cut", "cut_partly", "unknown"] as const;

export interface HeaderMarksProps {
  known: KnownContainer;
  /** Which part of the loads is switched off. */
  switches: ReactNode;
  /** The person may make tickets. */
  mayAsk?: boolean;
  /** The page says below what the battery reports. */
  areAlarmsBelow?: boolean;
  now: number;
}

/**
 * State of energy in a sentence, link, and what is wrong or goes on, under the name of a container. On a phone only the
 * state, the link and the count of warnings stand there, and the rest unfolds: the page itself is to be seen.
 */
export function HeaderMarks(props: HeaderMarksProps) {
  const { known, now } = props;
  const isFolded = useIsFolded();
  const [isOpen, setOpen] = useState(false);
  // Nothing is expected of it any more, and its link was ended on purpose.
  if (known.retiredAt !== null) return <Retired known={known} />;
  const isShort = isFolded && !isOpen;
  return (
    <>
      <div className={styles.energy} style={isFolded ? { fontSize: 15, lineHeight: "20px" } : undefined}>
        <EnergySentence {...energyFactsOf(known, now)} isShort={isShort} leadOnly={isShort} />
      </div>
      {!isFolded && <WhatToDo known={known} />}
      {!isFolded && props.switches}
      <Contact known={known} />
      {isShort && <WorksMark known={known} />}
      {isShort && <WarningCount known={known} isShort />}
      {isFolded && <WhatToDo known={known} />}
      {isFolded && <Unfold isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />}
      {isOpen && isFolded && props.switches}
      {!isShort && <Rest {...props} />}
    </>
  );
}

/** Everything else: works, warnings in words, and what can be done. */
function Rest({ known, mayAsk = false, areAlarmsBelow = false, now }: HeaderMarksProps) {
  const { t } = useTranslation("container");
  const seenAt = useSeenAt(known);
  return (
    <>
      {[known.works, known.plannedWorks].map(
        (works) =>
          works && (
            <Suspense key={works.worksId} fallback={null}>
              <WorksNote works={works} zone={known.zoneName} now={now} />
            </Suspense>
          ),
      )}
      {known.status !== "online" && seenAt !== undefined && <span>{t("since", { time: seenAt })}</span>}
      {areAlarmsBelow || worstOfRules(known) === "critical" ? (
        <WarningCount known={known} />
      ) : (
        <Warnings known={known} />
      )}
      {mayAsk && (
        <Link className="og-link og-no-print" to="/tickets" search={{ new: "ticket", on: known.containerId }}>
          {t("newTicket")}
        </Link>
      )}
    </>
  );
}

/** Shows or hides what a phone has no room for. */
function Unfold({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) {
  const { t } = useTranslation("container");
  const Icon = isOpen ? IconChevronUp : IconChevronDown;
  return (
    <button
      type="button"
      className="og-link-button og-row og-snug og-no-print"
      style={{ marginInlineStart: "auto", minHeight: 24 }}
      aria-expanded={isOpen}
      onClick={onToggle}
    >
      {t("details")}
      <Icon size={16} aria-hidden />
    </button>
  );
}

function WhatToDo({ known }: { known: KnownContainer }) {
  const { t } = useTranslation("container");
  const section = helpedLevels.find((level) => level === known.energy.level);
  if (section === undefined) return null;
  return (
    <Link
      className="og-link og-no-print"
      to="/help/{-$slug}"
      params={{ slug: "blackout" }}
      hash={t(`helpSection.${section}`)}
    >
      {t("whatToDo")}
    </Link>
  );
}

/** Whether it is in contact, and for how long nothing has come over the live connection. */
function Contact({ known }: { known: KnownContainer }) {
  const { t } = useTranslation("container");
  const locale = useLocale();
  const silenceMs = useSilenceMs();
  return (
    <>
      {!(known.status === "offline" && known.lastSeen === null) && <StatusMark state={known.status} />}
      {silenceMs !== undefined && <span>{t("lastMessage", { age: formatAgeToSecond(silenceMs, locale) })}</span>}
    </>
  );
}

/** That somebody works there: nobody is to switch anything without knowing. */
function WorksMark({ known }: { known: KnownContainer }) {
  return known.works && <StatusMark state="works" />;
}

function Retired({ known: { containerId, retiredAt, zoneName } }: { known: KnownContainer }) {
  const { t } = useTranslation("container");
  const locale = useLocale();
  if (retiredAt === null) return null;
  return (
    <Link className="og-link" to="/containers/$slug" params={{ slug: containerId }} search={{ tab: "general" }}>
      {t("retired", { time: formatTime(Date.parse(retiredAt), "date", zoneName, locale) })}
    </Link>
  );
}

/** How grave the gravest is that a rule has raised: what the battery reports is no more than a warning. */
const worstOfRules = (known: KnownContainer) => worstOpenWarning({ ...known, alarms: [] });

/** What the battery itself reports, in words, and then how much else is open: "1 more" says nothing before what it adds to. */
function Warnings({ known }: { known: KnownContainer }) {
  const { t } = useTranslation("container-facts");
  return (
    <>
      {known.alarms.map((alarm) => (
        <Link
          key={alarm}
          className="og-row og-link"
          to="/containers/$slug"
          params={{ slug: known.containerId }}
          search={{ tab: "batteries" }}
        >
          <StatusMark state="warning" wordHidden />
          {t(`alarm.${alarm}`, alarmLevels())}
        </Link>
      ))}
      <OpenWarnings known={known} />
    </>
  );
}

/** How many warnings are open here beside those of the battery, which stand there in words; the way to their list. */
function OpenWarnings({ known }: { known: KnownContainer }) {
  const { t } = useTranslation("container-facts");
  const { containerId, alarms } = known;
  const count = countOpenWarnings(known) - alarms.length;
  if (count <= 0) return null;
  return (
    <Link className="og-row og-link" to="/warning/history" search={{ container: containerId, state: "open" }}>
      <StatusMark state={worstOfRules(known) ?? "warning"} wordHidden />
      {t(alarms.length > 0 ? "trouble.more_warnings" : "trouble.rule_warning", { count })}
    </Link>
  );
}

/** How many are open, those of the battery among them; the way to where most of them are told. */
function WarningCount({ known, isShort = false }: { known: KnownContainer; isShort?: boolean }) {
  const { t } = useTranslation(["container", "container-facts"]);
  const count = countOpenWarnings(known);
  if (count === 0) return null;
  const words = (
    <>
      <StatusMark state={worstOpenWarning(known) ?? "warning"} wordHidden />
      {isShort ? t("warnings", { count }) : t("container-facts:trouble.rule_warning", { count })}
    </>
  );
  const { containerId, openWarnings } = known;
  return openWarnings ? (
    <Link className="og-row og-link" to="/warning/history" search={{ container: containerId, state: "open" }}>
      {words}
    </Link>
  ) : (
    <Link
      className="og-row og-link"
      to="/containers/$slug"
      params={{ slug: containerId }}
      search={{ tab: "batteries" }}
    >
      {words}
    </Link>
  );
}

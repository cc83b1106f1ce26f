import { countOpenWarnings } from "@offgrid/contract/containers/open-warnings";
import { IconChevronDown, IconChevronUp } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import { loadChunk } from "../../../core/chunk.ts";
import { useLinkState, useSilenceMs } from "../../../core/live/live.ts";
import { formatAgeToSecond, formatTime } from "../../../core/time.ts";
import { StatusMark } from "../../../domain/containers/status-mark.tsx";
import { EnergySentence } from "../../../domain/energy-state/energy-sentence.tsx";
import type { Incident } from "../../../domain/incidents/incidents.data.ts";
import { AwayReason, useAwayLink } from "../../../ui/away-acts.tsx";
import { useLocale } from "../../../ui/use-locale.ts";
import styles from "./container-header.module.css";
import { HeaderWarnings } from "./header-warnings.tsx";
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
  /** What goes on here, worst first; undefined: not known. */
  incidents?: readonly Incident[] | undefined;
  now: number;
}

/**
 * State of energy in a sentence, link, and what is wrong or goes on, under the name of a container. On a phone only the
 * state, the link and the gravest warning stand there, and the rest unfolds: the page itself is to be seen.
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
      {isFolded && <WhatToDo known={known} />}
      {isFolded && <Unfold isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />}
      {isShort && countOpenWarnings(known) > 0 && (
        // A line of its own: what it is called has no room beside the others.
        <span className="og-row" style={{ flex: "1 0 100%", minWidth: 0 }}>
          <HeaderWarnings known={known} incidents={props.incidents} isShort />
        </span>
      )}
      {isOpen && isFolded && props.switches}
      {!isShort && <Rest {...props} />}
    </>
  );
}

/** Everything else: works, warnings in words, and what can be done. */
function Rest({ known, mayAsk = false, incidents, now }: HeaderMarksProps) {
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
      <HeaderWarnings known={known} incidents={incidents} />
      {mayAsk && <NewTicket containerId={known.containerId} />}
    </>
  );
}

const awayTicketId = "away-ticket";

function NewTicket({ containerId }: Pick<KnownContainer, "containerId">) {
  const { t } = useTranslation("container");
  const unlessAway = useAwayLink(awayTicketId);
  return (
    <span className="og-line og-fine og-no-print">
      <Link to="/tickets" search={{ new: "ticket", on: containerId }} {...unlessAway}>
        {t("newTicket")}
      </Link>
      <AwayReason id={awayTicketId} />
    </span>
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
  // Without any connection the banner says how old all of this is; another age would contradict it.
  const isStalled = useLinkState() === "stalled";
  return (
    <>
      {!(known.status === "offline" && known.lastSeen === null) && <StatusMark state={known.status} />}
      {isStalled && silenceMs !== undefined && (
        <span>{t("lastMessage", { age: formatAgeToSecond(silenceMs, locale) })}</span>
      )}
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

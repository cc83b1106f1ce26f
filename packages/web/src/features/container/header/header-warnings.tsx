import { countOpenWarnings, worstOpenWarning } from "@offgrid/contract/containers/open-warnings";
import type { EventLevel } from "@offgrid/contract/notifications/notification-types";
import { cutRank } from "@offgrid/contract/warnings/power-first";
import { suggestedText } from "@offgrid/contract/warnings/suggested-words";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { alarmLevels } from "../../../domain/containers/alarm-levels.ts";
import { StatusMark } from "../../../domain/containers/status-mark.tsx";
import type { Incident } from "../../../domain/incidents/incidents.data.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import type { KnownContainer } from "./known-container.ts";

/** States whose sentence says what a warning of loads that are or will be cut would say once more. */
const cutLevels: readonly string[] = ["cut", "cut_partly", "cut_ahead", "generator_ahead"];

interface Props {
  known: KnownContainer;
  /** What goes on here, worst first; undefined: not known. */
  incidents: readonly Incident[] | undefined;
  /** There is room for one thing only. */
  isShort?: boolean;
}

/**
 * The gravest that is open, in words, and then how much else is: "3 more" says nothing before what it adds to. What the
 * sentence above says of the loads, and what is not known yet, is only counted, and nothing milder is named in its place:
 * the mark here is that of lists and cards.
 */
export function HeaderWarnings({ known, incidents, isShort = false }: Props) {
  const locale = useLocale();
  const { alarms, openWarnings, energy } = known;
  const isSaid = ({ worst }: Incident) => cutRank(worst.attribute) > 0 && cutLevels.includes(energy.level);
  const severity = worstOpenWarning(known);
  const isNamed = (one: Incident) => one.severity === severity && !isSaid(one);
  const gravest = openWarnings ? incidents?.find(isNamed) : undefined;
  // Of what is as grave, what the battery reports is first, as in every list.
  const named = severity === "critical" ? [] : alarms.slice(0, isShort ? 1 : undefined);
  if (named.length === 0 && !gravest) return <Count known={known} isShort={isShort} />;
  return (
    <>
      {named.map((alarm) => (
        <AlarmLink key={alarm} alarm={alarm} containerId={known.containerId} />
      ))}
      {named.length === 0 && gravest && (
        <Link
          {...oneLine}
          to="/warning/history"
          search={{ container: known.containerId, state: "open", incident: gravest.id }}
        >
          <Named state={gravest.severity}>{suggestedText(gravest.worst.content, locale)}</Named>
        </Link>
      )}
      <Count known={known} isShort={isShort} said={Math.max(1, named.length)} />
    </>
  );
}

function AlarmLink({ alarm, containerId }: { alarm: KnownContainer["alarms"][number]; containerId: string }) {
  const { t } = useTranslation("container-facts");
  return (
    <Link {...oneLine} to="/containers/$slug" params={{ slug: containerId }} search={{ tab: "batteries" }}>
      <Named state="warning">{t(`alarm.${alarm}`, alarmLevels())}</Named>
    </Link>
  );
}

/** Long words give way to what stands beside them: nothing moves when they come in the place of a count. */
const oneLine = {
  className: "og-row og-link",
  style: { flex: "1 1 12ch", minWidth: 0, maxWidth: "max-content" },
};

function Named({ state, children }: { state: EventLevel; children: string }) {
  return (
    <>
      <StatusMark state={state} wordHidden />
      <span className="og-ellipsis" title={children}>
        {children}
      </span>
    </>
  );
}

/** How many are open, those of the battery among them, or beside those in words; the way to where most of them are told. */
function Count({ known, isShort, said = 0 }: { known: KnownContainer; isShort: boolean; said?: number }) {
  const { t } = useTranslation(["container", "container-facts"]);
  const { containerId, openWarnings } = known;
  const count = countOpenWarnings(known) - said;
  if (count <= 0) return null;
  const beside = said > 0 ? "more_warnings" : "rule_warning";
  const short = said > 0 ? "moreWarnings" : "warnings";
  const words: ReactNode = (
    <>
      {/* What is said before it is the gravest, and has the mark. */}
      {said === 0 && <StatusMark state={worstOpenWarning(known) ?? "warning"} wordHidden />}
      {isShort ? t(short, { count }) : t(`container-facts:trouble.${beside}`, { count })}
    </>
  );
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

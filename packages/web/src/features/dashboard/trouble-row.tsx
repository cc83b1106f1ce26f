import { IconCircleCheck } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";

import { useIsLastKnown } from "../../core/live/live.ts";
import { isEnergyTrouble, type TroubleKind } from "../../domain/containers/container-facts.ts";
import type { Need } from "../../domain/containers/fleet-facts.ts";
import { StatusMark } from "../../domain/containers/status-mark.tsx";
import {
  concerned,
  concernedBy,
  type ContainerIncidents,
  inOrder,
  type NeedWithIncidents,
  shownNeeds,
  type Trouble,
  worstKind,
  stateFirst,
} from "./beside-incidents.ts";
import type { Incident } from "../../domain/incidents/incidents.data.ts";
import { useIncidentWords } from "../../domain/incidents/use-incident-words.ts";
import { markOf, TroubleMark } from "../../domain/containers/trouble-mark.tsx";
import { useTroubleWords } from "../../domain/containers/trouble-words.ts";
import { asText, tellsTimes } from "../../domain/energy-state/energy-words.ts";
import { useZoneNote } from "../../domain/containers/zone-note.ts";
import { LostLine, type Pending } from "../../ui/async.tsx";
import { columns } from "../../ui/columns.ts";
import { useIsPhone } from "../../ui/use-list-search.ts";
import type { ForecastCover } from "./forecast-cover.ts";
import styles from "./trouble-row.module.css";

export interface TroubleRowProps {
  /** Whether what goes on could be loaded; absent: it is known. */
  asked?: Pick<Pending<unknown>, "data" | "error" | "refetch">;
  /** What goes on, worst first. */
  incidents: readonly Incident[];
  /** Beside what incidents say, worst first. */
  needs: readonly Need[];
  /** All that are connected, whose states decide the order. */
  containers: readonly ContainerRow[];
  cover: ForecastCover;
  /** Containers that were never connected: they wait for somebody, but nothing went wrong there. */
  neverSeen: number;
  /** Do clocks of containers show another time than the reader's? */
  hasOtherZones: boolean;
  now: number;
  /** When the containers were last known, epoch ms; absent: they are known now. */
  knownMs?: number;
}

/**
 * What needs someone: incidents, then containers with what no incident says, worst first, each once and with all that is
 * wrong with it.
 */
export function TroubleRow({
  asked,
  incidents,
  needs,
  containers,
  cover,
  neverSeen,
  hasOtherZones,
  now,
  knownMs = now,
}: TroubleRowProps) {
  const { t } = useTranslation("dashboard");
  const isLastKnown = useIsLastKnown();
  const shown = useIsPhone() ? shownNeeds.phone : shownNeeds.wide;
  const lines = inOrder(incidents, needs, containers, knownMs);
  const count = lines.length;
  const needing = concerned(incidents, needs);
  return (
    <section
      className={styles.trouble}
      aria-labelledby="fleet-attention"
      data-calm={(count === 0 && !isLastKnown) || undefined}
    >
      <div className="og-head og-fine">
        <h2 className="og-title" id="fleet-attention">
          {t("attention.title")}
          {count > 0 && <Counts containers={needing} incidents={incidents.length} />}
        </h2>
        <span className="og-note">
          <CoverWords {...cover} /> {hasOtherZones && count > 0 && t("attention.zones")}
        </span>
      </div>
      {asked && <IncidentsLost asked={asked} />}
      {count === 0 && cover.of > 0 && (
        <p className={styles.calm}>
          <IconCircleCheck size={20} aria-hidden /> {t(isLastKnown ? "attention.noneThen" : "attention.noneWhy")}
        </p>
      )}
      {count > 0 && (
        <ul className="og-plain-list og-grid" style={columns(260, { gap: "8px", isFilled: true })}>
          {lines.slice(0, shown).map((line) => (
            <Card key={isOfContainer(line) ? line.container.containerId : idOf(line)} line={line} now={now} />
          ))}
        </ul>
      )}
      <Others
        incidents={lines.slice(shown).flatMap((line) => ("incidents" in line ? line.incidents : [line])).length}
        containers={needing - concernedBy(lines.slice(0, shown))}
        neverSeen={neverSeen}
      />
    </section>
  );
}

/** Of how many containers the forecast says nothing yet. */
function CoverWords({ forecast, of, isComing }: ForecastCover) {
  const { t } = useTranslation("dashboard");
  if (forecast >= of) return null;
  if (isComing) return t("attention.forecastComing");
  if (forecast === 0) return t("attention.noForecast");
  return t("attention.without", { count: of - forecast });
}

function IncidentsLost({ asked }: Required<Pick<TroubleRowProps, "asked">>) {
  const { t } = useTranslation(["dashboard", "ui"]);
  return <LostLine of={asked} words={t(asked.data === undefined ? "attention.incidentsLost" : "ui:async.outdated")} />;
}

/**
 * Containers and incidents are two things, so their sum would be a number of nothing. Counted are all containers that the
 * cards are about, also those of which only an incident speaks, and all incidents, also those that stand with their
 * container: the list of warnings has as many.
 */
function Counts({ containers, incidents }: { containers: number; incidents: number }) {
  const { t } = useTranslation("dashboard");
  const counts = [
    containers > 0 && t("attention.containers", { count: containers }),
    incidents > 0 && t("attention.incidents", { count: incidents }),
  ];
  return <span className={styles.count}>{counts.filter(Boolean).join(", ")}</span>;
}

function isOfContainer(line: Trouble): line is NeedWithIncidents {
  return "container" in line;
}

const idOf = (line: Incident | ContainerIncidents) => ("incidents" in line ? line.containerId : line.id);

function Card({ line, now }: { line: Trouble; now: number }) {
  if (isOfContainer(line)) return <NeedCard need={line} now={now} />;
  return "incidents" in line ? <IncidentsCard of={line} now={now} /> : <IncidentCard incident={line} now={now} />;
}

/**
 * The way to what has no room here: the containers that the title counts and no card is about, or where all have one, the
 * incidents without one; and the way to those that were never connected.
 */
function Others({ incidents, containers, neverSeen }: { incidents: number; containers: number; neverSeen: number }) {
  const { t } = useTranslation("dashboard");
  return (
    <>
      {containers === 0 && incidents > 0 && (
        <Link className="og-at-top og-link og-line-24" to="/warning/history" search={{ state: "open" }}>
          {t("attention.moreIncidents", { count: incidents })}
        </Link>
      )}
      {containers > 0 && (
        <Link className="og-at-top og-link og-line-24" to="/containers">
          {t("attention.more", { count: containers })}
        </Link>
      )}
      {neverSeen > 0 && (
        <Link className="og-at-top og-link og-line-24" to="/containers" search={{ status: "never" }}>
          {t("attention.neverSeen", { count: neverSeen })}
        </Link>
      )}
    </>
  );
}

function IncidentCard({ incident, now }: { incident: Incident; now: number }) {
  const words = useIncidentWords(now);
  const about = useAbout(now);
  const { id, severity } = incident;
  return (
    <li className={`${styles.need} og-mark`} data-state={severity}>
      <span className={styles.mark}>
        <StatusMark state={severity} wordHidden />
      </span>
      <span className="og-words">
        <Link className="og-cover-link og-strong" to="/warning/history" search={{ state: "open", incident: id }}>
          {words.what(incident)}
        </Link>
        <span className="og-text-13 og-muted">{about(incident)}</span>
      </span>
    </li>
  );
}

/**
 * What is said of an incident beside its name: for how long, how much of it, how far its rule looks ahead. Its warnings are
 * said to be those of the incident: its container may have others, of another one or of its battery.
 */
function useAbout(now: number): (incident: Incident, isOwn?: boolean, isSaid?: boolean) => string {
  const { t } = useTranslation("dashboard");
  const words = useIncidentWords(now, { isLocal: true });
  return (incident, isOwn = false, isSaid = false) =>
    [
      words.age(incident, isSaid),
      (!isOwn || incident.open > 1) && t("attention.open", { count: incident.open }),
      words.ahead(incident),
      incident.state === "acknowledged" && t("attention.acknowledged"),
    ]
      .filter(Boolean)
      .join(" · ");
}

/** Of these kinds of trouble the words have times: since when, until when, or when it is expected. */
const hasTimes = ({ kind }: Need["troubles"][number]) => isEnergyTrouble(kind) || kind === "cut_often";

interface OwnIncidentProps {
  incident: Incident;
  zoneName: string;
  now: number;
  /** Since when it is so stands above it. */
  isSaid?: boolean;
}

/** What rules say of a container that has a card of its own. */
function OwnIncident({ incident, zoneName, now, isSaid = false }: OwnIncidentProps) {
  const words = useIncidentWords(now, { here: { zoneName } });
  const about = useAbout(now);
  const { id, severity } = incident;
  return (
    <span className="og-row og-top og-text-13 og-muted">
      <StatusMark state={severity} wordHidden />
      <span>
        <Link
          className="og-link og-over-link og-grave"
          data-state={severity}
          to="/warning/history"
          search={{ state: "open", incident: id }}
        >
          {words.what(incident)}
        </Link>
        {` · ${about(incident, true, isSaid)}`}
      </span>
    </span>
  );
}

/** A container with incidents and nothing else: one card, not one for each. */
function IncidentsCard({
  of: { containerId, name, zoneName, incidents },
  now,
}: {
  of: ContainerIncidents;
  now: number;
}) {
  const said = { troubles: [], incidents };
  const { pressing, others } = stateFirst(said);
  // What only informs is no trouble.
  const worst = worstKind(said);
  return (
    <li className={`${styles.need} og-mark`} data-state={worst ? markOf(worst) : "info"}>
      <span className={styles.mark}>
        {worst ? <TroubleMark kind={worst} /> : <StatusMark state="info" wordHidden />}
      </span>
      <span className="og-words">
        <Link className="og-cover-link og-strong" to="/containers/$slug" params={{ slug: containerId }}>
          {name}
        </Link>
        {[...pressing, ...others].map((incident) => (
          <OwnIncident key={incident.id} {...{ incident, zoneName, now }} />
        ))}
      </span>
    </li>
  );
}

/** How it is supplied, then what is critical, then the rest; the card has the mark of the worst of it, which is its place. */
function NeedCard({ need, now }: { need: NeedWithIncidents; now: number }) {
  const words = useTroubleWords(now);
  const { container } = need;
  const { states, pressing, troubles, others } = stateFirst(need);
  const zoneNote = useZoneNote(now);
  const isTimed = tellsTimes(container.energy) && [...states, ...troubles].some(hasTimes);
  const zone = isTimed ? zoneNote(container.zoneName) : undefined;
  const worst = worstKind(need);
  const said = (shown: Need["troubles"]) =>
    shown.map((trouble) => (
      <TroubleLine key={trouble.alarm ?? trouble.kind} kind={trouble.kind} said={words(trouble, container)} />
    ));
  const own = (shown: readonly Incident[]) =>
    shown.map((incident) => (
      <OwnIncident
        key={incident.id}
        {...{ incident, zoneName: container.zoneName, now }}
        isSaid={incident.cause === "cut" && container.energy.level === "cut"}
      />
    ));
  return (
    <li className={`${styles.need} og-mark`} data-state={worst && markOf(worst)}>
      <span className={styles.mark}>{worst && <TroubleMark kind={worst} />}</span>
      <span className="og-words">
        <Link className="og-cover-link og-strong" to="/containers/$slug" params={{ slug: container.containerId }}>
          {container.name}
        </Link>
        {said(states)}
        {own(pressing)}
        {said(troubles)}
        {own(others)}
        {zone !== undefined && <span className="og-text-13 og-muted">{zone}</span>}
      </span>
    </li>
  );
}

/** What is wrong stands out from what belongs to it, as on the container's own screens. */
function TroubleLine({ kind, said: [state = "", ...more] }: { kind: TroubleKind; said: string[] }) {
  return (
    <span className="og-text-13 og-muted og-grave" data-kind={kind}>
      {more.length === 0 ? state : `${state}. `}
      {more.length > 0 && <span className="og-muted og-normal">{asText(more)}</span>}
    </span>
  );
}

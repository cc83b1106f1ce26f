import { VisuallyHidden } from "@mantine/core";
import { lazy, type ReactNode, Suspense, useEffect, useState, useRef } from "react";
import { useTranslation } from "react-i18next";

import { ApiError } from "../../core/api/api-error.ts";
import { useCurrentUser } from "../../core/can/current-user.ts";
import { loadChunk } from "../../core/chunk.ts";
import { type Incident, useIncidents, withdrawIncident } from "../../domain/incidents/incidents.data.ts";
import { withdraw } from "../../domain/incidents/say-acknowledged.ts";
import { useIncidentWords } from "../../domain/incidents/use-incident-words.ts";
import { useMayAnnounceWorks } from "../../domain/works/works.data.ts";
import { Async, quiet } from "../../ui/async.tsx";
import { LaterDialog } from "../../ui/later-dialog.tsx";
import { ListPage } from "../../ui/list-page.tsx";
import { sayDone, sayFailure } from "../../ui/toast.tsx";
import { markRead, useMayLookAfter, warningsPerPage } from "./history.data.ts";
import { joined, type ViewProps } from "./history-view.ts";
import { isPartHeldBy, muteIncident, splitIncident, useIncident } from "./incident-acts.ts";
import type { IncidentDialogProps } from "./incident-dialog.tsx";
import { type IncidentActs, IncidentLine } from "./incident-line.tsx";
import { IncidentList } from "./incident-list.tsx";
import { useIncidentsOrKept } from "./kept-incidents.ts";
import { KeptNote } from "./kept-note.tsx";
import { NoSuchIncident } from "./no-such-incident.tsx";
import { NoWarnings } from "./no-warnings.tsx";
import { useWarningActs } from "./use-warning-acts.tsx";
import type { HistorySearch } from "./warnings.search.ts";

const states = { open: "going_on", cleared: "over" } as const;

/** Fetched with the first press of a button that asks for something. */
const IncidentDialog = lazy(() =>
  loadChunk(() => import("./incident-dialog.tsx")).then((part) => ({ default: part.IncidentDialog })),
);

/** Fetched with the first incident that is opened. */
const IncidentWhole = lazy(() =>
  loadChunk(() => import("./incident-whole.tsx")).then((part) => ({ default: part.IncidentWhole })),
);

/** Undefined: that is not known, as there are more than were counted. */
function countAll(answer: { total: number; isMore: boolean } | undefined): number | undefined {
  return answer?.isMore ? undefined : answer?.total;
}

/** What is searched for, and how many of it go on: as many as the dashboard says, whatever else is listed. */
function useSearched({ container, cluster, state, severity, page = 1 }: HistorySearch) {
  const searched = {
    ...(container !== undefined && { containerId: container }),
    ...(cluster !== undefined && { clusterId: cluster }),
    ...(severity !== undefined && { severity }),
  };
  const isOver = state === "cleared";
  const going = useIncidents({ state: "going_on", pageSize: 200, ...searched }, !isOver);
  const incidents = useIncidentsOrKept({
    page,
    pageSize: warningsPerPage,
    ...(state !== undefined && { state: states[state] }),
    ...searched,
  });
  const goingOn = isOver ? undefined : going.data?.total;
  // What this device has kept is seldom all.
  const all = incidents.keptAtMs === undefined ? countAll(incidents.data) : undefined;
  const others = isOver ? 0 : countAll(going.data);
  return {
    incidents,
    goingOn,
    over: all === undefined || others === undefined ? undefined : all - others,
    hasCritical: incidents.data?.data.some(({ open, severity }) => open > 0 && severity === "critical") ?? false,
    isFiltered: [container, cluster, state, severity].some((one) => one !== undefined),
  };
}

/** Incidents, what goes on first, each opened to its warnings and its history. */
export function IncidentsView({ list, now, action, filters, openNow, notices, alarms }: ViewProps) {
  const { t } = useTranslation(["warning-history", "shared"]);
  const { incident: opened, state } = list.search;
  const { incidents, goingOn, over, hasCritical, isFiltered } = useSearched(list.search);
  const mayLookAfter = useMayLookAfter();
  const { acts, dialog } = useIncidentActs(now, opened);
  // The one that a link has led to is shown, wherever it stands in the list.
  const [ledTo] = useState(opened);
  const open = (id: string | undefined) => {
    const { incident: _closed, ...others } = list.search;
    if (id === undefined) list.change(others);
    else list.step({ ...others, incident: id });
  };
  const follow = (id: string) => list.change({ ...list.search, incident: id });
  return (
    <>
      <ListPage
        title={t("shared:screen.warnings")}
        context={
          state === "cleared"
            ? incidents.data && t("incident.count", { count: incidents.data.total })
            : goingOn === undefined
              ? undefined
              : joined(t("incident.goesOn", { count: goingOn }), openNow)
        }
        action={action}
        filters={filters}
        notes={
          <>
            {opened !== undefined && incidents.data && !incidents.data.data.some(({ id }) => id === opened) && (
              <Elsewhere id={opened} now={now} onOpen={open} onFollow={follow} acts={mayLookAfter ? acts : undefined} />
            )}
            <KeptNote {...incidents} now={now} kept="incident.kept" />
            {notices}
            {!incidents.isPending && !hasCritical && alarms}
          </>
        }
        of={quiet(incidents)}
        empty={<NoWarnings mayWrite={mayLookAfter} onClear={isFiltered ? () => list.change({}) : undefined} />}
        page={list.page}
        pageSize={warningsPerPage}
        onPage={list.toPage}
      >
        {(rows) => (
          <IncidentList
            incidents={rows}
            {...{ goingOn, over }}
            alarms={hasCritical && alarms}
            now={now}
            opened={opened}
            onOpen={open}
            acts={mayLookAfter ? acts : undefined}
          >
            {({ id }) => <Opened id={id} now={now} onOpen={open} onFollow={follow} isLedTo={id === ledTo} />}
          </IncidentList>
        )}
      </ListPage>
      {dialog}
    </>
  );
}

interface ElsewhereProps extends Pick<OpenedProps, "id" | "now" | "onOpen" | "onFollow"> {
  /** Absent: the person may only read. */
  acts: IncidentActs | undefined;
}

/** The one that the address names is on another page, or part of another incident by now. */
function Elsewhere({ acts, ...opened }: ElsewhereProps) {
  const words = useIncidentWords(opened.now);
  const incident = useIncident(opened.id).data?.incident;
  const whole = <Opened {...opened} />;
  return (
    <section className="og-card">
      {incident ? (
        <>
          <VisuallyHidden component="h2">{words.title(incident)}</VisuallyHidden>
          <IncidentLine
            incident={incident}
            now={opened.now}
            isOpened
            onToggle={() => opened.onOpen(undefined)}
            acts={acts}
          >
            {whole}
          </IncidentLine>
        </>
      ) : (
        whole
      )}
    </section>
  );
}

interface OpenedProps {
  id: string;
  now: number;
  onOpen: (id: string | undefined) => void;
  /** It has become part of this one. */
  onFollow: (id: string) => void;
  /** It is brought into view. */
  isLedTo?: boolean;
}

function Opened({ id, now, onOpen, onFollow, isLedTo = false }: OpenedProps) {
  const { t } = useTranslation("warning-history");
  const detail = useIncident(id);
  const isUnread = detail.data?.incident.read === false;
  const place = useRef<HTMLDivElement>(null);
  const isThere = detail.data !== undefined;
  useEffect(() => {
    if (!isLedTo || !isThere) return undefined;
    const frame = requestAnimationFrame(() => place.current?.closest("li")?.scrollIntoView({ block: "center" }));
    return () => cancelAnimationFrame(frame);
  }, [isLedTo, isThere]);
  // What has become part of another one is shown there, and once.
  const current = detail.data?.incident.id ?? id;
  useEffect(() => {
    if (current !== id) onFollow(current);
  });
  // Whoever opens it reads it.
  useEffect(() => {
    if (isUnread) void markRead([id]).catch(() => undefined);
  }, [id, isUnread]);
  const { acts, dialog } = useWarningActs();
  const split = (warningId: string) =>
    splitIncident(current, warningId).then(
      (own) => {
        sayDone(t("incident.splitDone"));
        onOpen(own);
      },
      () => sayFailure(t("failed")),
    );
  if (detail.error instanceof ApiError && detail.error.code === "not_found")
    return <NoSuchIncident onClose={() => onOpen(undefined)} />;
  return (
    <div ref={place}>
      <Async of={quiet(detail)} height={160}>
        {(found) => (
          <Suspense>
            <IncidentWhole
              detail={found}
              now={now}
              acts={acts && { ...acts, onSplit: (warning) => void split(warning.id) }}
            />
          </Suspense>
        )}
      </Async>
      {dialog}
    </div>
  );
}

/** What can be done about incidents, the opened one among them, and the dialog that asks for what it needs. */
function useIncidentActs(now: number, opened: string | undefined): { acts: IncidentActs; dialog: ReactNode } {
  const { t } = useTranslation("warning-history");
  const [asked, setAsked] = useState<Pick<IncidentDialogProps, "kind" | "incident">>();
  const close = () => setAsked(undefined);
  const mayAnnounceWorks = useMayAnnounceWorks();
  const ask = (kind: NonNullable<typeof asked>["kind"]) => (incident: Incident) => setAsked({ kind, incident });
  const { t: say } = useTranslation("incidents");
  const words = useIncidentWords(now);
  const userId = useCurrentUser()?.id;
  const detail = useIncident(opened).data;
  // Somebody may look after a part of it only, and others after the rest.
  const isHeld = detail !== undefined && isPartHeldBy(userId, detail, now);
  const acts: IncidentActs = {
    onAcknowledge: ask("acknowledge"),
    onMute: ({ id }, hours) => void muteIncident(id, hours).catch(() => sayFailure(t("failed"))),
    onMerge: ask("merge"),
    onWithdraw: (incident) =>
      isHeld && incident.id === detail.incident.id
        ? () => void withdraw(say, { name: words.what(incident), withdraw: () => withdrawIncident(incident.id) })
        : undefined,
    onWorks: mayAnnounceWorks ? ask("works") : undefined,
  };
  const dialog = asked && (
    <LaterDialog onClose={close}>
      <IncidentDialog {...asked} now={now} onClose={close} />
    </LaterDialog>
  );
  return { acts, dialog };
}

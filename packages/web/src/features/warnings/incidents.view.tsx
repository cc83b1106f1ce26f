import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import { type Incident, useGoingOn, useIncidents } from "../../domain/incidents/incidents.data.ts";
import { useIncidentWords } from "../../domain/incidents/use-incident-words.ts";
import { announceWorks, useMayAnnounceWorks } from "../../domain/works/works.data.ts";
import { WorksDialog } from "../../domain/works/works-dialog.tsx";
import { Async, quiet } from "../../ui/async.tsx";
import { ListPage } from "../../ui/list-page.tsx";
import { sayDone, sayFailure } from "../../ui/toast.tsx";
import { browserZone } from "../../ui/use-locale.ts";
import { AcknowledgeDialog } from "./acknowledge-dialog.tsx";
import { markRead, useMayLookAfter, warningsPerPage } from "./history.data.ts";
import type { ViewProps } from "./history-view.ts";
import { acknowledgeIncident, mergeIncidents, muteIncident, splitIncident, useIncident } from "./incident-acts.ts";
import { IncidentDetails } from "./incident-detail.tsx";
import type { IncidentActs } from "./incident-line.tsx";
import { IncidentList } from "./incident-list.tsx";
import { MergeDialog } from "./merge-dialog.tsx";
import { NoWarnings } from "./no-warnings.tsx";
import { useWarningActs } from "./use-warning-acts.tsx";

const states = { open: "going_on", cleared: "over" } as const;
/** Works are announced at so many containers in one go. */
const mostWorks = 50;

/** Incidents, what goes on first, each opened to its warnings and its history. */
export function IncidentsView({ list, now, action, filters }: ViewProps) {
  const { t } = useTranslation(["warning-history", "shared"]);
  const { container, state, severity, incident: opened, page = 1 } = list.search;
  const incidents = useIncidents({
    page,
    pageSize: warningsPerPage,
    ...(container !== undefined && { containerId: container }),
    ...(state !== undefined && { state: states[state] }),
    ...(severity !== undefined && { severity }),
  });
  const mayLookAfter = useMayLookAfter();
  const { acts, dialog } = useIncidentActs(now);
  const isFiltered = [container, state, severity].some((one) => one !== undefined);
  const open = (id: string | undefined) => {
    const { incident: _closed, ...others } = list.search;
    list.change(id === undefined ? others : { ...others, incident: id });
  };
  return (
    <>
      <ListPage
        title={t("shared:screen.warnings")}
        context={incidents.data && t("incident.count", { count: incidents.data.total })}
        action={action}
        filters={filters}
        notes={
          opened !== undefined &&
          incidents.data &&
          !incidents.data.data.some(({ id }) => id === opened) && <Elsewhere id={opened} now={now} onOpen={open} />
        }
        of={quiet(incidents)}
        empty={<NoWarnings mayWrite={mayLookAfter} onClear={isFiltered ? () => list.change({}) : undefined} />}
        page={list.page}
        pageSize={warningsPerPage}
        onPage={list.toPage}
      >
        {(rows) => (
          <IncidentList incidents={rows} now={now} opened={opened} onOpen={open} acts={mayLookAfter ? acts : undefined}>
            {({ id }) => <Opened id={id} now={now} onOpen={open} />}
          </IncidentList>
        )}
      </ListPage>
      {dialog}
    </>
  );
}

/** The one that the address names is on another page, or part of another incident by now. */
function Elsewhere({ id, now, onOpen }: { id: string; now: number; onOpen: (id: string | undefined) => void }) {
  return (
    <section className="og-card">
      <Opened id={id} now={now} onOpen={onOpen} isNamed />
    </section>
  );
}

interface OpenedProps {
  id: string;
  now: number;
  onOpen: (id: string | undefined) => void;
  /** It stands alone, so that its title has to be said. */
  isNamed?: boolean;
}

function Opened({ id, now, onOpen, isNamed = false }: OpenedProps) {
  const { t } = useTranslation("warning-history");
  const words = useIncidentWords(now);
  const detail = useIncident(id);
  const isUnread = detail.data?.incident.read === false;
  // Whoever opens it reads it.
  useEffect(() => {
    if (isUnread) void markRead([id]).catch(() => undefined);
  }, [id, isUnread]);
  const { acts, dialog } = useWarningActs();
  const split = (warningId: string) =>
    splitIncident(id, warningId).then(
      (own) => {
        sayDone(t("incident.splitDone"));
        onOpen(own);
      },
      () => sayFailure(t("failed")),
    );
  return (
    <>
      <Async of={quiet(detail)} height={160}>
        {(found) => (
          <>
            {isNamed && <h2 className="og-title">{words.title(found.incident)}</h2>}
            <IncidentDetails
              detail={found}
              now={now}
              acts={acts && { ...acts, onSplit: (warning) => void split(warning.id) }}
            />
          </>
        )}
      </Async>
      {dialog}
    </>
  );
}

/** What can be done about incidents, and the dialog that asks for what it needs. */
function useIncidentActs(now: number): { acts: IncidentActs; dialog: ReactNode } {
  const { t } = useTranslation("warning-history");
  const [asked, setAsked] = useState<{ kind: "acknowledge" | "merge" | "works"; incident: Incident }>();
  const mayAnnounceWorks = useMayAnnounceWorks();
  const ask = (kind: NonNullable<typeof asked>["kind"]) => (incident: Incident) => setAsked({ kind, incident });
  const acts: IncidentActs = {
    onAcknowledge: ask("acknowledge"),
    onMute: ({ id }, hours) => void muteIncident(id, hours).catch(() => sayFailure(t("failed"))),
    onMerge: ask("merge"),
    onWorks: mayAnnounceWorks ? ask("works") : undefined,
  };
  const dialog = asked && <Ask {...asked} now={now} onClose={() => setAsked(undefined)} />;
  return { acts, dialog };
}

interface AskProps {
  kind: "acknowledge" | "merge" | "works";
  incident: Incident;
  now: number;
  onClose: () => void;
}

function Ask({ kind, incident, now, onClose }: AskProps) {
  const { t } = useTranslation("warning-history");
  const words = useIncidentWords(now);
  const others = useGoingOn().data?.data.filter(({ id }) => id !== incident.id) ?? [];
  const title = words.title(incident);
  if (kind === "acknowledge")
    return (
      <AcknowledgeDialog
        title={t("incident.acknowledgeTitle", { title })}
        isCritical={incident.severity === "critical"}
        asksFeedback
        onSend={async (note, feedback) => {
          await acknowledgeIncident(incident.id, note, feedback);
          sayDone(t("ask.done", { name: title }));
        }}
        onClose={onClose}
      />
    );
  if (kind === "merge")
    return (
      <MergeDialog
        incident={incident}
        others={others}
        now={now}
        onSend={(into, reason) => mergeIncidents(incident.id, into, reason)}
        onClose={onClose}
      />
    );
  const containers = incident.containerIds.slice(0, mostWorks);
  return (
    <WorksDialog
      container={
        containers.length === 1 ? incident.containerName : t("incident.containers", { count: containers.length })
      }
      now={now}
      zone={browserZone}
      onAnnounce={async (plan) => {
        for (const containerId of containers) await announceWorks(containerId, plan);
        sayDone(t("incident.worksDone", { count: containers.length }));
      }}
      onClose={onClose}
    />
  );
}

import { ticketLimits, type TicketPriority } from "@offgrid/contract/tickets/ticket-types";
import type { WarningSeverity } from "@offgrid/contract/warnings/warning-types";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { useCurrentUser } from "../../core/can/current-user.ts";
import { formatTime, rangeWords } from "../../core/time.ts";
import { useContainerChoices, useContainers } from "../../domain/containers/containers.data.tsx";
import { useTick } from "../../core/live/tick.ts";
import { localZone, useIncidentWords } from "../../domain/incidents/use-incident-words.ts";
import { sayDone } from "../../ui/toast.tsx";
import { browserZone, useLocale } from "../../ui/use-locale.ts";
import { NewTicketDialog } from "./new-ticket.dialog.tsx";
import { type AskedChart, aboutChartWords, askedChart, withAddress } from "./ticket-about-chart.ts";
import { createTicket, useIncidentOf, useMayHandle } from "./tickets.data.ts";
import type { TicketsSearch } from "./tickets.search.ts";
import { useNewTicket } from "./use-new-ticket.ts";

interface Props {
  search: TicketsSearch;
  onClose: () => void;
}

const priorityOf: Record<WarningSeverity, TicketPriority> = { critical: "urgent", warning: "high", info: "medium" };

type Incident = NonNullable<ReturnType<typeof useIncidentOf>["data"]>;

/** A new ticket, about what the address says. */
export function NewTicket({ search, onClose }: Props) {
  const incident = useIncidentOf(search.incident).data;
  const userId = useCurrentUser()?.id;
  const containers = useContainers();
  const chart = askedChart(search, location.origin);
  if (userId === undefined || (search.incident !== undefined && !incident)) return null;
  // Its times are those of the container, whose zone is not known before.
  if (chart && search.on !== undefined && containers.isPending) return null;
  const zone = containers.data?.find(({ containerId }) => containerId === search.on)?.zoneName ?? browserZone;
  return <Writing {...{ search, incident, userId, onClose, zone }} {...(chart && { chart })} />;
}

interface WritingProps extends Props {
  incident: Incident | undefined;
  chart?: AskedChart;
  /** Of the container, or of the reader where there is none. */
  zone: string;
  userId: string;
}

/** It has a name from the start: one that is sent again is made once. */
function Writing({ search, incident, chart, zone, userId, onClose }: WritingProps) {
  const { t } = useTranslation("tickets");
  // Sent as text, which readers of any place take as it stands: in the time of the container, and with its zone.
  const incidentWords = useIncidentWords(useTick(), { isLocal: true });
  const navigate = useNavigate();
  const mayTake = useMayHandle();
  const chartWords = useChartWords();
  const containers = useContainerChoices();
  const { incident: incidentId, follows, container, on = container } = search;
  const writing = useNewTicket({
    userId,
    about: incidentId ?? follows ?? (chart ? `${on ?? ""} ${chart.name} ${chart.atMs}` : (on ?? "")),
    initial: {
      containerId: on ?? incident?.containerId,
      priority: incident ? priorityOf[incident.severity] : "medium",
      ...(incident
        ? {
            subject: `${incident.containerName}: ${incident.content}`.slice(0, ticketLimits.longestSubject),
            text: t("textOfIncident", { title: incidentWords.title(incident), zone: localZone(incident) }),
          }
        : chart
          ? chartWords(chart, zone)
          : { subject: "", text: "" }),
    },
  });
  const leave = () => {
    if (writing.isWritten) sayDone(t("draftKept"));
    onClose();
  };
  const about = incident
    ? t("aboutIncident", { content: incident.content, name: incident.containerName })
    : chart
      ? t(aboutChartWords(writing.draft.text, chart), { name: chart.name })
      : follows && t("aboutTicket", { slug: follows });
  return (
    <NewTicketDialog
      writing={writing}
      about={about}
      containers={containers}
      mayTake={mayTake}
      onCreate={async ({ containerId, files: _later, isSent: _sent, ...given }) => {
        const { id, slug } = await createTicket({
          ...given,
          text: withAddress(given.text, chart?.address),
          ...(containerId !== undefined && { containerId }),
          ...(incidentId !== undefined && { incidentId }),
          ...(follows !== undefined && { follows }),
        });
        writing.handOver(id);
        // Back leads to where it was asked for.
        await navigate({ to: "/tickets/$slug", params: { slug }, replace: true });
      }}
      onClose={leave}
    />
  );
}

/** What a ticket about a chart begins with: which time, in that of the container. */
function useChartWords() {
  const { t } = useTranslation("tickets");
  const locale = useLocale();
  return ({ name, fromMs, toMs, atMs }: AskedChart, zone: string) => {
    const at = formatTime(atMs, "dateTime", zone, locale);
    const range = rangeWords({ fromMs, toMs }, zone, locale);
    return {
      subject: t("subjectOfChart", { name, at }).slice(0, ticketLimits.longestSubject),
      text: t("textOfChart", { name, at, range, zone }),
    };
  };
}

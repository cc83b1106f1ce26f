import { ticketLimits, type TicketPriority } from "@offgrid/contract/tickets/ticket-types";
import type { WarningSeverity } from "@offgrid/contract/warnings/warning-types";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { useCurrentUser } from "../../core/can/current-user.ts";
import { useContainerChoices } from "../../domain/containers/containers.data.tsx";
import { useTick } from "../../core/live/tick.ts";
import { localZone, useIncidentWords } from "../../domain/incidents/use-incident-words.ts";
import { sayDone } from "../../ui/toast.tsx";
import { NewTicketDialog } from "./new-ticket.dialog.tsx";
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
  if (userId === undefined || (search.incident !== undefined && !incident)) return null;
  return <Writing {...{ search, incident, userId, onClose }} />;
}

/** It has a name from the start: one that is sent again is made once. */
function Writing({ search, incident, userId, onClose }: Props & { incident: Incident | undefined; userId: string }) {
  const { t } = useTranslation("tickets");
  // Sent as text, which readers of any place take as it stands: in the time of the container, and with its zone.
  const incidentWords = useIncidentWords(useTick(), { isLocal: true });
  const navigate = useNavigate();
  const mayTake = useMayHandle();
  const containers = useContainerChoices();
  const { incident: incidentId, follows, container, on = container } = search;
  const writing = useNewTicket({
    userId,
    about: incidentId ?? follows ?? on ?? "",
    initial: {
      containerId: on ?? incident?.containerId,
      priority: incident ? priorityOf[incident.severity] : "medium",
      subject: incident ? `${incident.containerName}: ${incident.content}`.slice(0, ticketLimits.longestSubject) : "",
      text: incident ? t("textOfIncident", { title: incidentWords.title(incident), zone: localZone(incident) }) : "",
    },
  });
  const leave = () => {
    if (writing.isWritten) sayDone(t("draftKept"));
    onClose();
  };
  const about = incident
    ? t("aboutIncident", { content: incident.content, name: incident.containerName })
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

import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { useCall } from "../../core/api/use-call.ts";
import { AwayReason, useAwayLink } from "../../ui/away-acts.tsx";
import type { IncidentDetail } from "./incident-acts.ts";

/** What people do about an incident, and the way to a new ticket about it. */
export function IncidentTickets({ incident }: { incident: IncidentDetail["incident"] }) {
  const { t } = useTranslation("warning-history");
  const awayId = `away-ticket-${incident.id}`;
  const unlessAway = useAwayLink(awayId);
  const input = { incidentId: incident.id, pageSize: 20 };
  const { data: tickets = [] } = useCall("ticketGetList", input, { select: ({ data }) => data });
  return (
    <section className="og-close-stack" aria-label={t("incident.tickets")}>
      <h3 className="og-title">{t("incident.tickets")}</h3>
      {tickets.length > 0 && (
        <ul className="og-plain-list og-close-stack">
          {tickets.map(({ slug, subject, status }) => (
            <li key={slug} className="og-line og-fine">
              <Link className="og-name-link og-anywhere" to="/tickets/$slug" params={{ slug }}>
                {subject}
              </Link>
              <span className="og-note">{t(`incident.ticketStates.${status}`)}</span>
            </li>
          ))}
        </ul>
      )}
      <span className="og-line og-fine">
        <Link to="/tickets" search={{ new: "ticket", on: incident.containerId, incident: incident.id }} {...unlessAway}>
          {t("incident.newTicket")}
        </Link>
        <AwayReason id={awayId} />
      </span>
    </section>
  );
}

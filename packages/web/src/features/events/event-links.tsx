import { definitionText, type GivenDefinition } from "@offgrid/contract/charts/definition-text";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import type { Notification } from "../../domain/notifications/fold-repeats.ts";
import { type EventLead, eventLeads } from "./event-leads.ts";

/** Where the person may go on from an event. */
export interface EventRights {
  chart: boolean;
  warnings: boolean;
  rules: boolean;
  commands: boolean;
  automations: boolean;
  tickets: boolean;
}

interface Props {
  event: Notification;
  text: string;
  /** What was measured around it; absent: nothing that could be built on. */
  definition: GivenDefinition | undefined;
  may: EventRights;
}

const needs: Readonly<Record<EventLead["kind"], keyof EventRights | undefined>> = {
  incident: "warnings",
  warnings: "warnings",
  rule: "rules",
  automation: "automations",
  ticket: "tickets",
  commands: "commands",
  settings: undefined,
  software: undefined,
};

/** The ways to what an event belongs to, as far as the person may go there. */
export function EventLinks({ event, text, definition, may }: Props) {
  const { t } = useTranslation("events");
  const leads = eventLeads(event).filter(({ kind }) => {
    const need = needs[kind];
    return need === undefined || may[need];
  });
  if (leads.length === 0 && !definition) return null;
  return (
    <nav aria-label={t("leads.title", { text })}>
      <ul className="og-plain-list og-close-stack">
        {definition && (
          <li>
            <Link className="og-link" to="/charts/add" search={{ d: definitionText(definition) }}>
              {t("leads.chart")}
            </Link>
          </li>
        )}
        {leads.map((lead) => (
          <li key={lead.kind}>
            <Lead lead={lead} containerId={event.containerId ?? ""} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Lead({ lead, containerId }: { lead: EventLead; containerId: string }) {
  const { t } = useTranslation("events");
  const text = t(`leads.${lead.kind}`);
  const own = { className: "og-link", children: text };
  switch (lead.kind) {
    case "incident":
      return <Link {...own} to="/warning/history" search={{ incident: lead.id }} />;
    case "warnings":
      return <Link {...own} to="/warning/history" search={{ rule: lead.id }} />;
    case "rule":
      return <Link {...own} to="/warning/{-$slug}" params={{ slug: lead.id }} />;
    case "automation":
      return <Link {...own} to="/automation/{-$slug}" params={{ slug: lead.id }} search={{ container: containerId }} />;
    case "ticket":
      return <Link {...own} to="/tickets/$slug" params={{ slug: lead.id }} />;
    case "commands":
      return <Link {...own} to="/commands" search={{ container: containerId }} />;
    case "settings":
    case "software":
      return (
        <Link
          {...own}
          to="/containers/$slug"
          params={{ slug: containerId }}
          search={{ tab: lead.kind === "settings" ? "setup" : "software" }}
        />
      );
  }
}

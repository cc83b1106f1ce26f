import { useCan } from "../../core/can/can.ts";
import type { IncidentDetail } from "./incident-acts.ts";
import { IncidentDetails } from "./incident-detail.tsx";
import { useWarningRights } from "./history.data.ts";
import { IncidentTickets } from "./incident-tickets.tsx";
import type { WarningActs } from "./warning-line.tsx";

interface Props {
  detail: IncidentDetail;
  now: number;
  /** Absent: the person may only read. */
  acts?: WarningActs | undefined;
}

/** All of an incident, with what people do about it, for those who see tickets. */
export function IncidentWhole(props: Props) {
  const maySeeTickets = useCan("ticketGetList");
  const may = useWarningRights();
  const { incident } = props.detail;
  return <IncidentDetails {...props} may={may} tickets={maySeeTickets && <IncidentTickets incident={incident} />} />;
}

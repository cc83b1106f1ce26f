import { findOutput, outputKinds } from "@offgrid/contract/devices/output-kinds";
import { findMetric } from "@offgrid/contract/telemetry/metrics";

import type { Notification } from "../../domain/notifications/fold-repeats.ts";

/** What an event is about and where it leads, by what it says of itself. Pure. */

/** What is measured of what the first word of a code names. */
const measuredOf: Readonly<Record<string, readonly string[]>> = {
  battery: ["battery.soc", "battery.voltage"],
  generator: ["generator.power", "battery.soc"],
  door: ["door.open", "inside.temperature"],
  link: ["network.signal"],
  metrics: ["network.signal"],
};
/** Of all others: what a container lives of. */
const usual = ["battery.soc", "solar.power", "load.power"] as const;
/** A small chart has room for so many lines. */
const mostDrawn = 3;

/** What was measured that says something about an event: what it names itself, then what is measured of its thing. */
export function eventMetrics({
  code,
  device,
  data,
}: Pick<Notification, "code" | "device" | "data">): readonly string[] {
  const output = device === null ? undefined : findOutput(device);
  const named = [
    code,
    data["attribute"],
    output && `${device}.${outputKinds[output.kind].readBack}`,
    output && `${device}.power`,
  ].filter((name): name is string => typeof name === "string" && findMetric(name) !== undefined);
  const [subject = ""] = code.split(".");
  const found = named.length > 0 && !output ? named : [...named, ...(measuredOf[subject] ?? usual)];
  return [...new Set(found)].slice(0, mostDrawn);
}

/** Where what an event belongs to is looked after. */
export type EventLead =
  | { kind: "incident"; id: string }
  | { kind: "rule" | "warnings"; id: string }
  | { kind: "automation" | "ticket"; id: string }
  | { kind: "commands" | "settings" | "software" };

/** What rules and people do, by the first word of the code. */
const ofSubject: Readonly<Record<string, "commands" | "settings" | "software">> = {
  command: "commands",
  output: "commands",
  lock: "commands",
  config: "settings",
  upgrade: "software",
  reboot: "software",
};

/** In the order in which they explain it best; none of what a container reports by itself. */
export function eventLeads({ code, data, incidentId, containerId }: Notification): readonly EventLead[] {
  const [subject = ""] = code.split(".");
  const idOf = (key: string) => (typeof data[key] === "string" && data[key] !== "" ? data[key] : undefined);
  const leads: (EventLead | undefined)[] = [];
  if (incidentId !== null) leads.push({ kind: "incident", id: incidentId });
  const ruleId = subject === "warning" ? idOf("ruleId") : undefined;
  // Only its owner is told that a rule is paused.
  if (ruleId !== undefined) leads.push({ kind: code === "warning.rule_paused" ? "rule" : "warnings", id: ruleId });
  const [automation, ticket] = [subject === "automation" ? idOf("id") : undefined, idOf("ticket")];
  if (automation !== undefined) leads.push({ kind: "automation", id: automation });
  if (ticket !== undefined) leads.push({ kind: "ticket", id: ticket });
  const kind = containerId === null ? undefined : ofSubject[subject];
  if (kind !== undefined) leads.push({ kind });
  return leads.filter((one) => one !== undefined);
}

/** What the portal needs to know what is meant, and people read elsewhere: links stand for it. */
const isId = (key: string) => key === "id" || key === "by" || key.endsWith("Id") || key.endsWith("Ids");

/** What is for programs: a sentence of the event says it already, or it names what waits by its rank. */
const unsaid: ReadonlySet<string> = new Set(["blocked", "command", "rank", "order", "nextAtMs"]);

/** What else an event says, without ids, in the order in which it says it. */
export function eventParameters({
  data,
}: Pick<Notification, "data">): readonly (readonly [key: string, value: unknown])[] {
  return Object.entries(data).filter(
    ([key, value]) => !isId(key) && !unsaid.has(key) && value !== null && value !== "",
  );
}

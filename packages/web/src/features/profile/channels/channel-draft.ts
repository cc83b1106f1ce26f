import { type ChannelRefusal, channelRefusalOf } from "@offgrid/contract/channels/channel-refusals";
import { unknownPlaceholders } from "@offgrid/contract/channels/message-template";

import type { Channel, ChannelInput, ChannelKind } from "./channels.data.ts";

/** What a person fills in of a channel. */
export interface ChannelDraft {
  id: string | undefined;
  kind: ChannelKind;
  name: string;
  /** Where it leads; "": where it does already. */
  place: string;
  severity: Channel["severity"];
  timing: Channel["timing"];
  hasHours: boolean;
  from: string;
  to: string;
  days: readonly number[];
  exceptCritical: boolean;
  template: string;
}

/** The field of a draft that says where it leads; of mail and of browsers there is nothing to fill in. */
export const placeFields = { webhook: "url", telegram: "chat", sms: "phone" } as const;
export type PlaceKind = keyof typeof placeFields;

export function leadsSomewhere(kind: ChannelKind): kind is PlaceKind {
  return kind in placeFields;
}

/** Only these wait for somebody to look after an incident. */
export const waits = (kind: ChannelKind) => kind === "mail" || kind === "sms";
export const isWorded = (kind: ChannelKind) => kind === "telegram" || kind === "sms";

export function draftOf(kind: ChannelKind, name: string, channel?: Channel): ChannelDraft {
  const { hours } = channel ?? { hours: null };
  return {
    id: channel?.id,
    kind,
    name: channel?.name ?? name,
    place: "",
    severity: channel?.severity ?? "warning",
    timing: channel?.timing ?? "steps",
    hasHours: hours !== null,
    from: hours?.from ?? "07:00",
    to: hours?.to ?? "21:00",
    days: hours?.days ?? [],
    exceptCritical: hours?.exceptCritical ?? true,
    template: channel?.template ?? "",
  };
}

/** Fields that cannot be sent as they are. */
export function faultsOf({ id, kind, name, place, hasHours, from, to, template }: ChannelDraft): ChannelFault[] {
  const faults: ChannelFault[] = [];
  if (name.trim() === "") faults.push("name");
  if (leadsSomewhere(kind) && id === undefined && place.trim() === "") faults.push(placeFields[kind]);
  if (hasHours && (from === "" || to === "" || from === to)) faults.push("hours");
  if (isWorded(kind) && unknownPlaceholders(template).length > 0) faults.push("template");
  return faults;
}

export const channelFaults = ["kind", "name", "url", "subscription", "chat", "phone", "template", "hours"] as const;
export type ChannelFault = (typeof channelFaults)[number];

/** The fields that the portal refused, as this form has them. */
export function faultsOfPortal(paths: readonly string[]): ChannelFault[] {
  return channelFaults.filter((fault) => paths.some((path) => path === fault || path.startsWith(`${fault}.`)));
}

export type Refusals = Partial<Record<ChannelFault, ChannelRefusal>>;

/** Why it refused them, where it is one of several reasons. */
export function refusalsOf(fields: Readonly<Record<string, string>>): Refusals {
  return Object.fromEntries(channelFaults.map((fault) => [fault, channelRefusalOf(fields[fault] ?? "")]));
}

export function inputOf(draft: ChannelDraft, zoneName: string): ChannelInput {
  const { id, kind, name, place, severity, timing, hasHours, from, to, days, exceptCritical, template } = draft;
  return {
    ...(id !== undefined && { id }),
    kind,
    name: name.trim(),
    severity,
    timing,
    hours: hasHours ? { from, to, ...(days.length > 0 && { days: [...days] }), zoneName, exceptCritical } : null,
    template: isWorded(kind) && template.trim() !== "" ? template.trim() : null,
    ...(leadsSomewhere(kind) && place.trim() !== "" && { [placeFields[kind]]: place.trim() }),
  };
}

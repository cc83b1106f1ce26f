import { randomUUID } from "node:crypto";

import type { AnswerOf, RequestOf } from "@offgrid/contract/core/call";
import type { Calls } from "@offgrid/contract/registry";

import type { Actor } from "../../testing/cast.ts";

type Given = Partial<RequestOf<Calls["ticketCreate"]>>;
type Ticket = AnswerOf<Calls["ticketCreate"]>["data"];

/** A ticket that somebody makes. */
export async function ask(author: Actor, given: Given = {}): Promise<Ticket> {
  const usual = {
    category: "technical_support",
    priority: "medium",
    subject: "No light",
    text: "The lamps are dark.",
  } as const;
  return (await author.call("ticketCreate", { ...usual, ...given })).data;
}

type Sent = Partial<RequestOf<Calls["updateTicketChat"]>>;

/** A message that somebody writes into a ticket. */
export function say(writer: Actor, id: string, text: string, given: Sent = {}) {
  return writer.call("updateTicketChat", { id, text, clientId: randomUUID(), ...given });
}

/** What somebody reads in the chat of a ticket. */
export async function textsOf(reader: Actor, id: string): Promise<string[]> {
  return (await reader.call("getTicketChat", { id })).data.map(({ text }) => text);
}

/** A file that somebody uploads, for a message that is sent next. */
export async function bring(owner: Actor, name: string, contents: Buffer | string) {
  const file = Buffer.from(contents).toString("base64");
  return (await owner.call("ticketFileUpload", { clientId: randomUUID(), name, file })).data;
}

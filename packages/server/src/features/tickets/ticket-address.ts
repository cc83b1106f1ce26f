import { createHmac, timingSafeEqual } from "node:crypto";

import type { SecretBox } from "../../core/secret-box.ts";

const purpose = "address of a ticket by mail";
const mailbox = "ticket";
/** 40 bits each, so that the part before the @ stays below the 64 characters that all mail servers take. */
const proofLength = 10;

type Box = Pick<SecretBox, "derive">;

/** In lower case only: mail servers may change the case. */
const proofOf = (box: Box, ...of: string[]) =>
  createHmac("sha256", box.derive(purpose)).update(of.join(" ")).digest("hex").slice(0, proofLength);

const isSame = (one: string, other: string) => timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** The address by which a person answers a ticket: it says which of both it was made for, and that this portal made it. */
export function ticketAddress(box: Box, { ticketId, userId }: { ticketId: string; userId: string }, domain: string) {
  const proofs = proofOf(box, ticketId) + proofOf(box, ticketId, userId);
  return `${mailbox}+${ticketId.replaceAll("-", "")}.${proofs}@${domain}`;
}

export interface TicketAddress {
  /** Undefined: what follows the + was lost on the way. */
  ticketId?: string;
  /** Was it made for this person? Whoever else writes to it was given it, or made it up. */
  isOf: (userId: string) => boolean;
}

const inside = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/;

/** What an address of this portal says; undefined: it is none of ours. */
export function readTicketAddress(box: Box, address: string, domain: string): TicketAddress | undefined {
  const [, local = "", ofDomain] = /^(.+)@([^@]+)$/.exec(address.toLowerCase()) ?? [];
  if (ofDomain !== domain) return undefined;
  if (local === mailbox) return { isOf: () => false };
  const [, id = "", proof = ""] = /^ticket\+([0-9a-f]{32})\.([0-9a-f]{20})$/.exec(local) ?? [];
  if (id === "") return undefined;
  const ticketId = id.replace(inside, "$1-$2-$3-$4-$5");
  const [ofTicket, ofPerson] = [proof.slice(0, proofLength), proof.slice(proofLength)];
  if (!isSame(ofTicket, proofOf(box, ticketId))) return undefined;
  return { ticketId, isOf: (userId) => isSame(ofPerson, proofOf(box, ticketId, userId)) };
}

import { createHmac, timingSafeEqual } from "node:crypto";

import type { SecretBox } from "../../core/secret-box.ts";

/** Who has the address of a ticket was written to about it, or was given it: it says that it is of this portal. */
const purpose = "address of a ticket by mail";
const mailbox = "ticket";
/** 80 bits, so that the part before the @ stays below the 64 characters that all mail servers take. */
const proofLength = 20;

type Box = Pick<SecretBox, "derive">;

/** In lower case only: mail servers may change the case. */
const proofOf = (box: Box, ticketId: string) =>
  createHmac("sha256", box.derive(purpose)).update(ticketId).digest("hex").slice(0, proofLength);

/** The address by which people answer a ticket. */
export function ticketAddress(box: Box, ticketId: string, domain: string): string {
  return `${mailbox}+${ticketId.replaceAll("-", "")}.${proofOf(box, ticketId)}@${domain}`;
}

const inside = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/;

/**
 * What an address of this portal says. Without a ticket: what follows the + was lost on the way.
 * @returns undefined: it is none of ours.
 */
export function readTicketAddress(box: Box, address: string, domain: string): { ticketId?: string } | undefined {
  const [, local = "", ofDomain] = /^(.+)@([^@]+)$/.exec(address.toLowerCase()) ?? [];
  if (ofDomain !== domain) return undefined;
  if (local === mailbox) return {};
  const [, id = "", proof = ""] = /^ticket\+([0-9a-f]{32})\.([0-9a-f]{20})$/.exec(local) ?? [];
  if (id === "") return undefined;
  const ticketId = id.replace(inside, "$1-$2-$3-$4-$5");
  return timingSafeEqual(Buffer.from(proof), Buffer.from(proofOf(box, ticketId))) ? { ticketId } : undefined;
}

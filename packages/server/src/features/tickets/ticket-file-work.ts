import { avatarLimitPx } from "@offgrid/contract/core/constants";
import { Refusal } from "@offgrid/contract/core/refusal";
import {
  isPicture,
  type TicketFileFault,
  ticketFileLimits,
  ticketFileType,
  type TicketFileType,
} from "@offgrid/contract/tickets/ticket-files";

import { pictureOf } from "../users/avatar.ts";
import { hasNotes, withoutNotes } from "../users/picture-notes.ts";

export interface ReadFile {
  type: TicketFileType;
  bytes: Uint8Array;
}

/** What is done with a file of a ticket. It runs in a process of its own (`file-reader.ts`). */
export const ticketFileWork = {
  /** @throws Refusal bad_input with what is wrong with the file. */
  readTicketFile: ({ file, name }: { file: string; name: string }): ReadFile =>
    readTicketFile(Buffer.from(file, "base64"), name),
};

/** @throws Refusal bad_input with what is wrong with the file. */
export function readTicketFile(bytes: Buffer, name: string): ReadFile {
  const type = ticketFileType(bytes, name);
  const fault = faultOf(bytes, type);
  if (fault) throw new Refusal("bad_input", { fields: { file: fault } });
  return { type: type as TicketFileType, bytes };
}

/** Of what comes by mail, which no browser has cleaned before: pictures lose their notes here. */
export function cleanFile(bytes: Buffer, name: string): Buffer {
  const type = ticketFileType(bytes, name);
  return (type !== undefined && isPicture(type) && withoutNotes(type, bytes)) || bytes;
}

function faultOf(bytes: Buffer, type: TicketFileType | undefined): TicketFileFault | undefined {
  if (bytes.length === 0) return "empty";
  if (bytes.length > ticketFileLimits.bytes) return "too_large";
  if (type === undefined) return "wrong_kind";
  if (!isPicture(type)) return undefined;
  const size = pictureOf(bytes)?.size;
  if (!size) return "broken";
  if (Math.max(size.width, size.height) > avatarLimitPx) return "too_wide";
  return hasNotes(type, bytes) ? "notes" : undefined;
}

import {
  isPicture,
  type TicketFileFault,
  ticketFileLimits,
  ticketFileName,
  ticketFileType,
} from "@offgrid/contract/tickets/ticket-files";

import { plainPicture } from "../../domain/pictures/plain-picture.ts";
import { newClientId } from "./client-id.ts";
import { keepFile } from "./kept-files.ts";
import type { FileToSend } from "./kept-chat.ts";

/** Enough to read the plate of a device on a photo of a room. */
const pictureBounds = { longestPx: 2_560, bytes: ticketFileLimits.bytes };
/** Photos become smaller; beyond this a phone runs out of memory over one. */
const largestPictureBytes = 50_000_000;

/**
 * Takes a file for a message: it is what its content says, and of a picture its pixels alone are kept.
 * @returns what will be sent, or why it will not.
 */
export async function takeFile(file: File): Promise<FileToSend | TicketFileFault> {
  const head = new Uint8Array(await file.slice(0, 4_096).arrayBuffer());
  if (head.length === 0) return "empty";
  const likely = ticketFileType(head, file.name);
  const isPhoto = likely !== undefined && isPicture(likely);
  if (file.size > (isPhoto ? largestPictureBytes : ticketFileLimits.bytes)) return "too_large";
  const contents = isPhoto ? await plainPicture(file, pictureBounds) : file;
  if (!contents) return "broken";
  const type = ticketFileType(new Uint8Array(await contents.arrayBuffer()), file.name);
  if (!type) return "wrong_kind";
  const clientId = newClientId();
  await keepFile(clientId, contents, Date.now());
  return { clientId, name: ticketFileName(file.name, type), type, bytes: contents.size };
}

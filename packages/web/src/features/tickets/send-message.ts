import { ticketFileFaults } from "@offgrid/contract/tickets/ticket-files";

import { ApiError } from "../../core/api/api-error.ts";
import { call } from "../../core/api/call.ts";
import { sendWithProgress } from "../../core/api/send-with-progress.ts";
import { toBase64 } from "../../core/base64.ts";
import type { FileToSend, Unsent } from "./kept-chat.ts";
import { keptFile } from "./kept-files.ts";
import { writeMessage } from "./tickets.data.ts";

/** Why a file of a message was not taken; gone: this browser has forgotten it; day: the person has sent too much today. */
export const sendFaults = [...ticketFileFaults, "gone", "day"] as const;
export type SendFault = (typeof sendFaults)[number];

export interface Steps {
  /** The portal has this file now. */
  onUploaded: (fileClientId: string, fileId: string) => void;
  /** It has forgotten them: they have to be uploaded again. */
  onForgotten: () => void;
  /** The share of all files that has been sent, 0 to 1. */
  onProgress: (share: number) => void;
  /** False: the person has given it up meanwhile. */
  isWanted: () => boolean;
}

const uploadTimeoutMs = 10 * 60_000;
/** A pause of more than this is no matter of waiting for the next try. */
const longPauseS = 600;

/** Uploads the files that the portal does not have yet, one after the other, and sends the message. @throws ApiError */
export async function sendMessage(ticketId: string, message: Unsent, steps: Steps): Promise<void> {
  const { clientId, text, isInternal, mentions, files } = message;
  const all = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const ids: string[] = [];
  let done = 0;
  for (const file of files) {
    const before = done;
    const fileId =
      file.fileId ?? (await upload(file, (share) => steps.onProgress((before + share * file.bytes) / all)));
    if (file.fileId === undefined) steps.onUploaded(file.clientId, fileId);
    ids.push(fileId);
    done += file.bytes;
  }
  if (!steps.isWanted()) return;
  try {
    await writeMessage({ id: ticketId, clientId, text, isInternal, mentions: [...mentions], files: ids });
  } catch (error) {
    if (error instanceof ApiError && error.fields?.["files"] !== undefined) steps.onForgotten();
    throw error;
  }
}

async function upload(file: FileToSend, onProgress: (share: number) => void): Promise<string> {
  const contents = await keptFile(file.clientId);
  if (!contents) throw refusedAs("gone", file);
  try {
    const input = { clientId: file.clientId, name: file.name, file: await toBase64(contents) };
    const { data } = await call("ticketFileUpload", input, {
      timeoutMs: uploadTimeoutMs,
      send: sendWithProgress(onProgress),
    });
    return data.id;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === "too_large") throw refusedAs("too_large", file);
    if (error.code === "too_many" && (error.retryAfterS ?? 0) > longPauseS) throw refusedAs("day", file);
    const fault = ticketFileFaults.find((one) => one === error.fields?.["file"]);
    throw fault ? refusedAs(fault, file) : error;
  }
}

function refusedAs(fault: SendFault, { name }: FileToSend): ApiError {
  return new ApiError({ code: "bad_input", status: 400, message: fault, fields: { file: fault, name } });
}

/** What is wrong with which file of a message that was refused; undefined: it is about something else. */
export function sendFaultOf(error: unknown): { fault: SendFault; name: string } | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const fault = sendFaults.find((one) => one === error.fields?.["file"]);
  return fault && { fault, name: error.fields?.["name"] ?? "" };
}

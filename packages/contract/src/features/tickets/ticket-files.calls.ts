import { z } from "zod";

import { type CallMap, noOutput } from "../../core/call.ts";
import { plainName } from "../../core/one-line.ts";
import { ClientId, FileRef, TicketRef } from "./ticket-chat.calls.ts";
import { ticketFileLimits } from "./ticket-files.ts";
import { TicketFile } from "./tickets.schema.ts";

const { bytes, bytesADay, keptMs } = ticketFileLimits;
const mb = 1_000_000;
const base64Of = (count: number) => Math.ceil(count / 3) * 4;

export const ticketFileCalls = {
  ticketFileUpload: {
    summary: `Bring a file for a message of a ticket that is sent next, within ${keptMs / 3_600_000} hours: a picture (JPEG, PNG or WebP, without notes of where and how it was taken), PDF, CSV or text, by its content, of at most ${bytes / mb} MB; in a day ${bytesADay / mb} MB. Brought again with the same \`clientId\` it is there once.`,
    access: "tickets",
    effect: "write",
    ownTransaction: true,
    perMinute: 30,
    bodyLimitBytes: base64Of(bytes) + mb,
    errors: ["disk_full"],
    input: z.strictObject({
      clientId: ClientId.describe("The caller's own name for the file, such as a UUID"),
      name: z.string().max(400).overwrite(plainName).describe("Is kept with an ending that belongs to its content"),
      file: z.base64().describe("Of the file as it is"),
    }),
    output: z.object({ data: TicketFile }),
  },
  ticketFile: {
    summary: "A file of a message of a ticket, for whoever may read the message.",
    access: "tickets",
    effect: "read",
    answers: "file",
    input: z.strictObject({ id: TicketRef, fileId: FileRef }),
    output: noOutput,
  },
} satisfies CallMap;

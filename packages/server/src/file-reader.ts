/**
 * A program that reads the files of people for the portal and makes documents, so that no file takes the time or the
 * memory of the process that serves everyone. It holds nothing but the file: no settings, no database.
 */
import { Refusal } from "@offgrid/contract/core/refusal";

import type { FileAnswer, FileRequest } from "./core/file-readers.ts";
import { typesWork } from "./features/device-types/types-work.ts";
import { mailWork } from "./features/mail-in/mail-work.ts";
import { FileWork } from "./features/recordings/file-work.ts";
import { ticketFileWork } from "./features/tickets/ticket-file-work.ts";
import { pdfWork } from "./features/reports/pdf-work.ts";

const work = Object.assign(new FileWork(), typesWork, pdfWork, ticketFileWork, mailWork);

async function answerTo({ name, input }: FileRequest): Promise<FileAnswer> {
  try {
    const method = work[name as keyof typeof work] as (input: unknown) => unknown;
    return { answer: await method.call(work, input) };
  } catch (error) {
    if (error instanceof Refusal) return { refused: { code: error.code, fields: error.fields } };
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

process.on("message", (request: FileRequest) => {
  void answerTo(request).then((answer) => process.send?.(answer));
});
// The portal says when to end: Ctrl-C reaches the whole group, and an import must not seem to fail by it.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);
process.once("disconnect", () => process.exit());

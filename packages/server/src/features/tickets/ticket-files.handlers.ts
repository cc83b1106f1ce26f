import { Refusal } from "@offgrid/contract/core/refusal";
import { ticketFileName } from "@offgrid/contract/tickets/ticket-files";
import type { ticketFileCalls } from "@offgrid/contract/tickets/ticket-files.calls";

import type { Handlers } from "../../calls/handler.ts";
import { FileReaders } from "../../core/file-readers.ts";
import type { ticketFileWork } from "./ticket-file-work.ts";
import * as files from "./ticket-files.store.ts";
import { mustBeThere } from "./tickets.handlers.ts";
import * as tickets from "./tickets.store.ts";

const readers = new FileReaders<typeof ticketFileWork>({ longestMs: 20_000, memoryMb: 128 });
/** Whoever has brought a day's worth is asked to come back; the oldest of it may leave the count by then. */
const pauseS = 3_600;

export const ticketFileHandlers: Handlers<typeof ticketFileCalls> = {
  ticketFileUpload: async ({ clientId, name, file }, context) => {
    const { actor, db, clock, audit, hasRoom, signal } = context;
    const viewer = tickets.viewerOf(actor);
    const known = await files.findBrought(db, viewer, clientId);
    audit({ target: actor.userId, after: { files: 1 } });
    if (known) return { data: known };
    if (!hasRoom()) throw new Refusal("disk_full");
    const read = (reader: Parameters<Parameters<typeof readers.use>[0]>[0]) =>
      reader.ask("readTicketFile", { file, name });
    const { type, bytes } = await readers.forPerson(actor.userId, read, signal);
    const brought = { clientId, name: ticketFileName(name, type), type, data: bytes };
    const data = await context.transaction((tx) => files.keepFile(tx, viewer, brought, clock.now()));
    if (!data) throw new Refusal("too_many", { retryAfterS: pauseS });
    return { data };
  },

  ticketFile: async ({ id, fileId }, { actor, db, audit }) => {
    const viewer = tickets.viewerOf(actor);
    const ticket = await mustBeThere(tickets.findTicket(db, viewer, id));
    audit({ target: ticket.id });
    const { name, type, data } = await mustBeThere(files.findFile(db, viewer, ticket.id, fileId));
    return { fileName: name, contentType: type, stream: one(data) };
  },
};

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

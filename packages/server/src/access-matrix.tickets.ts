import type { CallName } from "@offgrid/contract/registry";

import { type Fixture, plain } from "./access-matrix.things.ts";

const noTicket = { id: "t-999999" };

/** Of the calls about tickets. */
export const ticketFixtures = {
  ticketCreate: ({ containerId }) => ({
    containerId,
    category: "technical_support",
    priority: "high",
    subject: "No light",
    text: "The lamps are dark.",
  }),
  ticketGet: plain(noTicket),
  ticketGetList: ({ containerId }) => ({ containerId }),
  ticketUpdate: plain({ ...noTicket, status: "Closed" }),
  ticketCauses: plain(),
  ticketPeople: plain(noTicket),
  getTicketHistory: plain(noTicket),
  getTicketChat: plain(noTicket),
  updateTicketChat: plain({ ...noTicket, clientId: "a-message", text: "Thank you." }),
  deleteTicketChat: plain({ ...noTicket, messageId: "no-message" }),
  ticketRead: plain({ ...noTicket, messageId: "no-message" }),
  ticketWriting: plain(noTicket),
  ticketFileUpload: plain({ clientId: "a-file-of-it", name: "note.txt", file: Buffer.from("Dark").toString("base64") }),
  ticketTextList: plain(),
  ticketTextSave: plain({
    category: null,
    language: "en",
    title: "Power is back",
    text: "{container} has power again.",
  }),
  ticketTextDelete: plain({ id: "no-text" }),
  ticketFile: plain({ ...noTicket, fileId: "no-file" }),
  evidenceList: plain({ ticketId: noTicket.id }),
  evidenceTake: plain({ ticketId: noTicket.id }),
  evidenceFile: plain({ ticketId: noTicket.id, packId: "no-pack" }),
} satisfies Partial<Record<CallName, Fixture>>;

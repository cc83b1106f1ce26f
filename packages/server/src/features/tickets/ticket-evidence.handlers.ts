import { Refusal } from "@offgrid/contract/core/refusal";
import type { evidenceCalls } from "@offgrid/contract/evidence/evidence.calls";
import { ticketSlug } from "@offgrid/contract/tickets/ticket-types";
import { evidenceLimits, evidenceParts, partsForHandlers } from "@offgrid/contract/evidence/evidence-parts";

import type { CallContext, Handlers } from "../../calls/handler.ts";
import * as evidence from "../evidence/evidence.store.ts";
import { evidenceZip } from "../evidence/evidence-zip.ts";
import { mustBeThere } from "./tickets.handlers.ts";
import * as tickets from "./tickets.store.ts";

const mostPacks = 100;
const dayMs = 86_400_000;
const pauseS = 3_600;

export const evidenceHandlers: Handlers<typeof evidenceCalls> = {
  evidenceList: async ({ ticketId }, { actor, db }) => {
    const { viewer, of } = await mustFind({ actor, db }, ticketId);
    const rows = await evidence.listPacks(db, actor, of, { names: namesFor(viewer), limit: mostPacks });
    const container = await evidence.findContainer(db, actor, of);
    return { data: rows.map(toPack), mayTake: container !== undefined };
  },

  evidenceTake: async ({ ticketId }, { actor, db, clock, audit, hasRoom }) => {
    const { viewer, of } = await mustFind({ actor, db }, ticketId);
    audit({ target: of.ticketId });
    if (!hasRoom()) throw new Refusal("disk_full");
    const containerId = await mustBeThere(evidence.findContainer(db, actor, of));
    const nowMs = clock.now();
    // Two at once ask one after the other.
    await tickets.holdTicket(db, viewer, of.ticketId, []);
    const choice = { names: namesFor(viewer), limit: 1 };
    const [last] = await evidence.listPacks(db, actor, of, choice);
    if (last?.takenAt === null) return { data: toPack(last) };
    const again = await evidence.countAgain(db, of.ticketId, nowMs - dayMs);
    if (again >= evidenceLimits.againADay) throw new Refusal("too_many", { retryAfterS: pauseS });
    await evidence.askForPack(db, { ...of, containerId, reason: "again" }, nowMs);
    const [asked] = await evidence.listPacks(db, actor, of, choice);
    if (!asked) throw new Refusal("not_found");
    return { data: toPack(asked) };
  },

  evidenceFile: async ({ ticketId, packId }, { actor, db, audit }) => {
    const { viewer, of, slug } = await mustFind({ actor, db }, ticketId);
    audit({ target: of.ticketId });
    const pack = await mustBeThere(evidence.findPack(db, actor, of, { packId, names: namesFor(viewer) }));
    audit({ after: { version: pack.version } });
    const zip = evidenceZip(pack, pack.files);
    const fileName = `evidence-${slug}-${pack.takenAt.toISOString().slice(0, 10)}-v${pack.version}.zip`;
    return { fileName, contentType: "application/zip", stream: one(zip) };
  },
};

/** @throws Refusal not_found where there is no such ticket for this person. */
async function mustFind({ actor, db }: Pick<CallContext, "actor" | "db">, ref: string) {
  const viewer = tickets.viewerOf(actor);
  const { id, number, incidentId } = await mustBeThere(tickets.findTicket(db, viewer, ref));
  return { viewer, slug: ticketSlug(number), of: { ticketId: id, incidentId } };
}

const namesFor = ({ handles }: tickets.TicketViewer) =>
  handles ? evidenceParts : evidenceParts.filter((name) => !partsForHandlers.includes(name));

const toPack = ({ askedAt, takenAt, parts, ...pack }: evidence.PackRow) => ({
  ...pack,
  parts,
  askedAt: askedAt.toISOString(),
  takenAt: takenAt?.toISOString() ?? null,
  bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
});

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

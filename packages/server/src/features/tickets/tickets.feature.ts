import { ticketFileLimits } from "@offgrid/contract/tickets/ticket-files";

import type { BusEvent } from "../../bus/bus.events.ts";
import { defineFeature, type FeatureBase, type Unsubscribe } from "../../calls/feature.ts";
import { Gathered } from "../../bus/gathered.ts";
import type { LiveSide } from "../live/live-side.ts";
import * as people from "../ticket-people/ticket-people.store.ts";
import { noticeTimes } from "./notice-times.ts";
import { sendTicketMails } from "./send-ticket-mails.ts";
import { dropWaiting } from "./ticket-files.store.ts";
import { namesOf } from "./tickets.store.ts";

declare module "../../calls/services.ts" {
  interface Services {
    ticketNews: {
      /** Somebody is writing into a ticket, and others who see it are shown that. */
      writing(of: BusEvent<"ticketWriting">): void;
    };
  }
}

const mostWaiting = 5_000;
const timesEveryMs = 60_000;
const mailEveryMs = 5_000;
const clearEveryMs = 3_600_000;

export const ticketsFeature = defineFeature((base) => ({
  services: { ticketNews: { writing: (of: BusEvent<"ticketWriting">) => base.bus.publish("ticketWriting", of) } },
  jobs: [
    { name: "ticket-times", everyMs: timesEveryMs, run: ({ signal }) => noticeTimes(base, signal) },
    { name: "ticket-mails", everyMs: mailEveryMs, run: ({ signal }) => sendTicketMails(base, signal) },
    {
      name: "ticket-files-clear",
      everyMs: clearEveryMs,
      run: () => dropWaiting(base.db, base.clock.now() - ticketFileLimits.keptMs),
    },
  ],
  subscriptions: {
    live: (side) => {
      const ends = [tellOfChanges(base, side), tellOfWriting(base, side)];
      return async () => void (await Promise.all(ends.map(async (end) => end())));
    },
  },
}));

/** Whoever sees a ticket and has a screen here is told that there is something else of it to fetch. */
function tellOfChanges({ bus, db, log }: FeatureBase, side: LiveSide): Unsubscribe {
  const changed = new Gathered<{ ticketId: string; onlyHandlers: boolean }>(log, mostWaiting, async (batch) => {
    const all = [...batch.values()];
    const isPublic = new Set(all.flatMap(({ ticketId, onlyHandlers }) => (onlyHandlers ? [] : [ticketId])));
    const ids = new Set(all.map(({ ticketId }) => ticketId));
    for (const { userId, ticketId, handles } of await people.listWatchers(db, [...ids], side.present())) {
      if (handles || isPublic.has(ticketId)) side.send(userId, { command: "ticketChanged", data: { ticketId } });
    }
  });
  const end = bus.subscribe("ticketsChanged", ({ ticketIds, onlyHandlers }) => {
    for (const ticketId of ticketIds) changed.put(`${ticketId} ${onlyHandlers}`, { ticketId, onlyHandlers });
  });
  return async () => {
    end();
    await changed.idle();
  };
}

function tellOfWriting({ bus, db, log }: FeatureBase, side: LiveSide): Unsubscribe {
  const writing = new Gathered<BusEvent<"ticketWriting">>(log, mostWaiting, async (batch) => {
    const all = [...batch.values()];
    const ticketIds = all.map(({ ticketId }) => ticketId);
    const writers = all.map(({ userId }) => userId);
    const watchers = await people.listWatchers(db, ticketIds, side.present());
    const names = new Map((await namesOf(db, writers)).map(({ userId, name }) => [userId, name]));
    for (const { ticketId, userId: writer, isInternal } of all) {
      const by = { userId: writer, name: names.get(writer) ?? null };
      for (const { userId, handles, ticketId: seen } of watchers) {
        if (seen !== ticketId || userId === writer || (isInternal && !handles)) continue;
        side.send(userId, { command: "ticketWriting", data: { ticketId, by, isInternal } });
      }
    }
  });
  const end = bus.subscribe("ticketWriting", (of) => writing.put(`${of.ticketId} ${of.userId}`, of));
  return async () => {
    end();
    await writing.idle();
  };
}

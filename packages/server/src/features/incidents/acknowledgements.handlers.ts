import type { acknowledgementCalls } from "@offgrid/contract/incidents/acknowledgements.calls";
import { lapseHours } from "@offgrid/contract/incidents/incident-types";

import type { Handlers } from "../../calls/handler.ts";
import { readSome } from "../notifications/notifications.store.ts";
import * as warnings from "../warnings/warnings.store.ts";
import { acknowledgeSome, withdrawSome } from "./acknowledge.ts";
import { hold } from "./followed.store.ts";

const hourMs = 3_600_000;

export const acknowledgementHandlers: Handlers<typeof acknowledgementCalls> = {
  warningAcknowledge: async ({ id, note, feedback }, { actor, db, clock, audit }) => {
    await hold(db);
    const { containerId, severity } = await warnings.mustFind(db, actor, id);
    audit({
      target: containerId,
      after: { warningId: id, ...(note !== undefined && { note }), ...(feedback !== undefined && { feedback }) },
    });
    const nowMs = clock.now();
    if (feedback !== undefined) await warnings.saveFeedback(db, id, feedback);
    await acknowledgeSome({ actor, db, nowMs }, [id], { note, untilMs: nowMs + lapseHours(severity) * hourMs });
    await readSome(db, actor, [id], nowMs);
    return { data: await warnings.mustFind(db, actor, id) };
  },

  warningWithdraw: async ({ id }, { actor, db, clock, audit }) => {
    await hold(db);
    const { containerId } = await warnings.mustFind(db, actor, id);
    // Whoever looks after the others of its incident looks after those alone.
    const count = await withdrawSome({ actor, db, nowMs: clock.now() }, [id], () => Promise.resolve(true));
    audit({ target: containerId, after: { warningId: id, warnings: count } });
    return { data: await warnings.mustFind(db, actor, id) };
  },
};

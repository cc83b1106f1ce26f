import { commandLineId } from "@offgrid/contract/core/command-line";

import { StartError } from "../core/start-error.ts";
import { CorrectedSince, undoReplacement } from "../history/tiers/undo-replacement.store.ts";
import { UsageError, verb } from "./verb.ts";

export const readingVerbs = [
  verb({
    words: "readings undo-replace",
    parameters: { number: "of the correction, from the answer of the import or the audit" },
    options: {},
    summary: "Restores the readings that a correction replaced, while they are still kept",
    run: async (given, { open, say }) => {
      if (!/^\d{1,15}$/.test(given.number)) throw new UsageError(`"${given.number}" is no number of a correction.`);
      const id = Number(given.number);
      const console = await open();
      const undone = await console.act("correction_undone", async ({ db, clock, audit }) => {
        const found = await undoReplacement(db, id, { userId: commandLineId, nowMs: clock.now() }).catch(
          (error: unknown) => {
            throw error instanceof CorrectedSince ? new StartError(error.message, { cause: error }) : error;
          },
        );
        if (!found) throw new StartError(`There is no correction ${id}, or it was made more than 30 days ago.`);
        const { containerId, readings } = found;
        audit({ target: containerId, after: { readings, replacementId: id } });
        return found;
      });
      say(`${undone.readings} readings of ${undone.containerId} are as they were; number ${undone.id} undoes this.`);
    },
  }),
];

import { StartError } from "../core/start-error.ts";
import { findBrokenSeal } from "../features/audit/audit-seals.ts";
import { verb } from "./verb.ts";

export const auditVerbs = [
  verb({
    words: "audit verify",
    parameters: {},
    options: {},
    summary: "Reads the whole audit and says whether its seals fit its lines",
    more: "Lines from which a deleted person was erased have to fit what the erasure recorded.",
    run: async (_, { open, say }) => {
      const broken = await findBrokenSeal((await open()).db);
      if (broken !== undefined)
        throw new StartError(
          `The seal over the line ${broken} does not fit: a line up to it was changed, added or removed. Compare it with a backup.`,
        );
      say("The seals fit all lines of the audit.");
    },
  }),
];

import { z } from "zod";

import { oneLine } from "../../core/one-line.ts";
import { isSeen, shownName } from "../../core/shown-name.ts";
import { outputKindNames, outputTargets } from "../devices/output-kinds.ts";
import { hasMixedScripts, longestOutputFeeds, longestOutputName } from "./output-names.ts";

/** Every output that there may be. */
export const OutputTargetName = z.enum(outputKindNames.flatMap((kind) => outputTargets(kind)));

export const OutputNaming = z.strictObject({
  name: shownName(longestOutputName)
    .refine((name) => !hasMixedScripts(name), { error: "A word of a name is of one script: others look the same." })
    .describe('"": nobody has named it'),
  feeds: z
    .string()
    .trim()
    .max(longestOutputFeeds)
    .regex(oneLine)
    .refine(isSeen, { error: "This has no invisible characters: it has to be read by others." })
    .describe('What hangs on it, in a few words; "": nobody has said'),
});

/** What people call the outputs of a container, by target such as `relay.3`; those of which nobody has said anything are left out. */
export const OutputNames = z.record(z.string(), OutputNaming);

import { z } from "zod";

import { examined, findingCodes, findingLevels } from "./findings.ts";

/** What one look at the installation found, and which of its processes looked. */
export const DoctorLook = z.object({
  at: z.iso.datetime(),
  machine: z.string().describe("Name of the machine whose process looked: its disk, its clock, its ports"),
  roles: z.array(z.string()).describe("What that process does, as ROLES says"),
  findings: z.array(
    z.object({
      about: z.enum(examined),
      code: z.enum(findingCodes),
      level: z
        .enum(findingLevels)
        .describe(
          "ok: as it should be; note: it works, and may still not be what is meant; fault: it has to be put right",
        ),
      values: z
        .record(z.string(), z.union([z.string(), z.number()]))
        .describe(
          "What the words of the code take: sizes in bytes, instants as ISO 8601, reasons as programs give them",
        ),
    }),
  ),
});
export type DoctorLook = z.output<typeof DoctorLook>;

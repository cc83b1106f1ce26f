import { z } from "zod";

import { type CallMap, noInput } from "../../core/call.ts";
import { DoctorLook } from "./doctor.schema.ts";

export const doctorCalls = {
  doctorRun: {
    summary:
      "Look at everything that the portal needs, from the process that answers: variables, folder, disk, database, key, backups, certificates, proxy, mail server and ports. Changes nothing; takes up to some 10 seconds where something does not answer.",
    access: "settings",
    effect: "read",
    perMinute: 12,
    input: noInput,
    output: z.object({ data: DoctorLook }),
  },
} satisfies CallMap;

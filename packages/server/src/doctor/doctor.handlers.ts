import { hostname } from "node:os";

import type { doctorCalls } from "@offgrid/contract/doctor/doctor.calls";

import type { Handlers } from "../calls/handler.ts";
import { examineWith } from "./doctor.ts";

export const doctorHandlers: Handlers<typeof doctorCalls> = {
  doctorRun: async (_, { config, clock }) => {
    const findings = await examineWith(config, { isPortal: true, nowMs: () => clock.now() });
    const at = new Date(clock.now()).toISOString();
    return { data: { at, machine: hostname(), roles: [...config.roles], findings } };
  },
};

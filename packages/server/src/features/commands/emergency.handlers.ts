import type { emergencyCalls } from "@offgrid/contract/commands/emergency.calls";
import { outputKinds } from "@offgrid/contract/devices/output-kinds";

import type { Handlers } from "../../calls/handler.ts";
import { mustFindEquipment, mustHaveOutput } from "./outputs.store.ts";
import { setOutput } from "./set-output.ts";

export const emergencyHandlers: Handlers<typeof emergencyCalls> = {
  emergencyRun: async ({ containerId, relay, ...emergency }, context) => {
    context.audit({ target: containerId, after: { relay, ...emergency } });
    const equipment = await mustFindEquipment(context.db, context.actor, containerId);
    const output = mustHaveOutput(equipment, "relay", relay);
    const noted = { relay, ...emergency };
    const order = { containerId, output, op: outputKinds.relay.op, args: { on: true, emergency }, noted } as const;
    return { data: await setOutput(context, equipment, order) };
  },
};

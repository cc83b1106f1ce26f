import type { ConfigDoc, ConfigSection } from "@offgrid/contract/configuration/config-doc";
import { Refusal } from "@offgrid/contract/core/refusal";
import { outputKinds, type OutputTarget } from "@offgrid/contract/devices/output-kinds";
import { type LightNumber, lightKey } from "@offgrid/contract/street-lights/light-keys";
import type { StreetLight, streetLightCalls, StreetLights } from "@offgrid/contract/street-lights/street-lights.calls";
import { needsPosition } from "@offgrid/contract/street-lights/light-level";
import { LightPlan } from "@offgrid/contract/street-lights/street-lights.schema";
import type { z } from "zod";

import type { CallContext, Handlers } from "../../calls/handler.ts";
import { toCommand, toLock } from "../commands/command-rows.ts";
import { listLast } from "../commands/commands.store.ts";
import { listLocks } from "../commands/locks.store.ts";
import {
  type Equipment,
  listReasons,
  mustFindEquipment,
  mustHaveOutput,
  outputsOf,
} from "../commands/outputs.store.ts";
import { setOutput } from "../commands/set-output.ts";
import { findConfig } from "../configuration/configuration.store.ts";
import { versionsOf } from "../configuration/section-view.ts";
import { wantSections } from "../configuration/want-sections.ts";
import { mustFind } from "../containers/containers.store.ts";

const kind = "street_light";

export const streetLightHandlers: Handlers<typeof streetLightCalls> = {
  getStreetLight: async ({ containerId }, context) => {
    const equipment = await mustFindEquipment(context.db, context.actor, containerId);
    return { data: await lightsOf(context, containerId, equipment) };
  },

  setStreetLight: async ({ containerId, lights, seen }, context) => {
    const { actor, db, audit } = context;
    audit({ target: containerId });
    const equipment = await mustFindEquipment(db, actor, containerId);
    mustBePossible(lights, await placeOf(context, containerId));
    const config = await findConfig(db, containerId);
    const before = config?.wanted?.[section] ?? config?.doc?.[section] ?? {};
    const order = { containerId, sections: { [section]: sectionWith(before, lights) }, fieldOf: () => "light" };
    // Lights that are left out stay as they are: what is set now must be what they were read from.
    await wantSections({ ...order, seen: seen ?? versionsOf(config) }, context);
    return { data: await lightsOf(context, containerId, equipment) };
  },

  setStreetLightLevel: async ({ containerId, light, level }, context) => {
    const noted = { light, level };
    context.audit({ target: containerId, after: noted });
    const equipment = await mustFindEquipment(context.db, context.actor, containerId);
    const output = mustHaveOutput(equipment, "light", light);
    const order = { containerId, output, op: outputKinds[kind].op, args: { level }, noted } as const;
    return { data: await setOutput(context, equipment, order) };
  },
};

const section = "streetLights";
type Place = StreetLights["place"];
type LightInput = { light: LightNumber } & z.infer<typeof LightPlan>;

async function placeOf({ db, actor }: CallContext, containerId: string): Promise<Place> {
  const { zoneName, latitude, longitude } = await mustFind(db, actor, containerId);
  return { zoneName, latitudeDeg: latitude, longitudeDeg: longitude };
}

/** The section with the plans of these lights. */
function sectionWith(before: ConfigSection, lights: readonly LightInput[]): ConfigSection {
  const plans = lights.map(({ light, ...plan }) => [lightKey(light), JSON.parse(JSON.stringify(plan))] as const);
  return { ...before, ...(Object.fromEntries(plans) as ConfigSection) };
}

/** @throws Refusal bad_input, by the place of the light in what was given. */
function mustBePossible(lights: readonly LightInput[], { latitudeDeg, longitudeDeg }: Place): void {
  const hasPosition = latitudeDeg !== null && longitudeDeg !== null;
  const fields: Record<string, string> = {};
  for (const [index, { light: _, ...plan }] of lights.entries()) {
    const fault = LightPlan.safeParse(plan).error?.issues[0];
    if (fault) fields[["lights", index, ...fault.path].join(".")] = fault.message;
    else if (!hasPosition && needsPosition(plan)) fields[`lights.${index}`] = positionMissing;
  }
  if (Object.keys(fields).length > 0) throw new Refusal("bad_input", { fields });
}

const positionMissing = "This container has no position: only fixed times can be used.";

async function lightsOf(context: CallContext, containerId: string, equipment: Equipment): Promise<StreetLights> {
  const { db } = context;
  const outputs = outputsOf(equipment, kind);
  const targets = outputs.map(({ target }) => target);
  const config = await findConfig(db, containerId);
  const locks = new Map((await listLocks(db, containerId, targets)).map((lock) => [lock.target, lock]));
  const last = new Map((await listLast(db, containerId, targets)).map((row) => [row.target, toCommand(row)]));
  const reasons = await listReasons(db, containerId, targets);
  const planIn = (doc: ConfigDoc | null | undefined, light: LightNumber) =>
    LightPlan.safeParse(doc?.[section]?.[lightKey(light)]).data ?? null;
  return {
    place: await placeOf(context, containerId),
    seen: versionsOf(config),
    lights: outputs.map(({ target, number, value, valueAt }): StreetLight => {
      const light = number as LightNumber;
      return {
        light,
        target: target as OutputTarget<typeof kind>,
        wanted: planIn(config?.wanted, light),
        running: planIn(config?.doc, light),
        level: value === null ? null : Number(value),
        levelAt: valueAt?.toISOString() ?? null,
        why: reasons.get(target) ?? null,
        lock: toLock(locks.get(target)),
        last: last.get(target) ?? null,
      };
    }),
  };
}

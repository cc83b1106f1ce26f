import {
  type AcControl,
  type AcStatus,
  type airConditioningCalls,
} from "@offgrid/contract/air-conditioning/air-conditioning.calls";
import { AcPlan } from "@offgrid/contract/air-conditioning/air-conditioning.schema";
import { acRunFields } from "@offgrid/contract/commands/commands.schema";
import { Refusal } from "@offgrid/contract/core/refusal";
import { type AcMode, acModes, acModesOf, type AcSetting } from "@offgrid/contract/devices/ac-setting";
import { outputKinds, outputTarget } from "@offgrid/contract/devices/output-kinds";

import type { CallContext, Handlers } from "../../calls/handler.ts";
import { toCommand, toLock } from "../commands/command-rows.ts";
import { listLast } from "../commands/commands.store.ts";
import { listLocks } from "../commands/locks.store.ts";
import { type Equipment, listReasons, mustFindEquipment, mustHaveOutput } from "../commands/outputs.store.ts";
import { setOutput } from "../commands/set-output.ts";
import { findConfig } from "../configuration/configuration.store.ts";
import { sectionView, versionsOf } from "../configuration/section-view.ts";
import { wantSections } from "../configuration/want-sections.ts";
import { type AirConditioner, findAirConditioner } from "./air-conditioning.store.ts";

const kind = "ac";
const target = outputTarget(kind, 1);

export const airConditioningHandlers: Handlers<typeof airConditioningCalls> = {
  getAcStatus: async ({ containerId }, context) => {
    const equipment = await mustFindEquipment(context.db, context.actor, containerId);
    return { data: await statusOf(context, containerId, equipment) };
  },

  setAc: async ({ containerId, mode, ...given }, context) => {
    const { db, actor, audit } = context;
    const noted = { mode, ...given };
    audit({ target: containerId, after: noted });
    const equipment = await mustFindEquipment(db, actor, containerId);
    const output = mustHaveOutput(equipment, "mode", 1);
    const unit = await findAirConditioner(db, containerId);
    mustBeAble(unit, mode);
    const args = settingOf(mode, given, unit);
    return {
      data: await setOutput(context, equipment, { containerId, output, op: outputKinds[kind].op, args, noted }),
    };
  },

  acSave: async ({ containerId, seen, ...plan }, context) => {
    const { actor, db, audit } = context;
    audit({ target: containerId });
    const equipment = await mustFindEquipment(db, actor, containerId);
    mustBeAble(await findAirConditioner(db, containerId), plan.mode);
    const order = { containerId, sections: { [kind]: plan }, fieldOf: (path: string) => path.replace(`${kind}.`, "") };
    const config = await findConfig(db, containerId);
    await wantSections({ ...order, seen: seen ?? versionsOf(config) }, context);
    return { data: await statusOf(context, containerId, equipment) };
  },
};

/** @throws Refusal bad_input where the controller has said what its unit can, and this is not part of it. */
function mustBeAble(unit: AirConditioner | undefined, mode: AcMode): void {
  if (!unit || acModesOf(unit.capabilities).includes(mode)) return;
  throw new Refusal("bad_input", { fields: { mode: "This air conditioner cannot do this." } });
}

/** @throws Refusal bad_input for what was neither given nor ever measured. */
function settingOf(
  mode: AcMode,
  given: { setpointDegC?: number | undefined; fan?: number | undefined },
  unit: AirConditioner | undefined,
): AcSetting & Record<string, unknown> {
  if (mode === "off") return { mode };
  const read = (name: "setpoint" | "fan") => unit?.values[`ac.${name}`]?.[0];
  const setpointDegC = given.setpointDegC ?? acRunFields.setpointDegC.safeParse(read("setpoint")).data;
  // A unit that is off has no fan that runs.
  const fan = given.fan ?? acRunFields.fan.safeParse(read("fan")).data;
  const fields = {
    ...(setpointDegC === undefined && { setpointDegC: "Please fill a set point." }),
    ...(fan === undefined && { fan: "Please fill the fan." }),
  };
  if (setpointDegC === undefined || fan === undefined) throw new Refusal("bad_input", { fields });
  return { mode, setpointDegC, fan };
}

async function statusOf({ db }: CallContext, containerId: string, equipment: Equipment): Promise<AcStatus[]> {
  const unit = await findAirConditioner(db, containerId);
  if (!unit || Object.keys(unit.values).length === 0) return [];
  const output = equipment.outputs.find((one) => one.target === target);
  const read = <Value>(name: string, valueOf: (read: number) => Value | undefined) => {
    const [number, atMs] = unit.values[`ac.${name}`] ?? [];
    const value = number === undefined ? undefined : valueOf(number);
    return value === undefined || atMs === undefined ? null : { value, at: new Date(atMs).toISOString() };
  };
  const same = (number: number) => number;
  return [
    {
      id: unit.id,
      on: read("on", (number) => number !== 0),
      mode: read("mode", (number) => acModes[number]),
      power: read("power", same),
      setpoint: read("setpoint", same),
      temperature: read("temperature", same),
      fan: read("fan", same),
      control: output ? await controlOf(db, containerId, unit, output.value) : null,
    },
  ];
}

async function controlOf(
  db: CallContext["db"],
  containerId: string,
  { capabilities }: AirConditioner,
  value: Equipment["outputs"][number]["value"],
): Promise<AcControl> {
  const [lock] = await listLocks(db, containerId, [target]);
  const [last] = await listLast(db, containerId, [target]);
  const reasons = await listReasons(db, containerId, [target]);
  return {
    modes: acModesOf(capabilities),
    setting: typeof value === "string" ? value : null,
    why: reasons.get(target) ?? null,
    lock: toLock(lock),
    last: last ? toCommand(last) : null,
    plan: sectionView(await findConfig(db, containerId), kind, AcPlan),
  };
}

import type { Device } from "@offgrid/contract/devices/device.schema";
import { deviceNumber } from "@offgrid/contract/devices/device-facts";
import { findDeviceKind } from "@offgrid/contract/devices/device-kinds";
import { settingOf } from "@offgrid/contract/devices/device-settings";
import { readableDevices } from "@offgrid/contract/devices/devices.schema";
import type { testReadCalls, TestRead, TestReadDevices } from "@offgrid/contract/device-types/test-read.calls";
import { typeOfDevice } from "@offgrid/contract/device-types/type-of-device";
import { Refusal } from "@offgrid/contract/core/refusal";
import { testReadCapability } from "@offgrid/contract/telemetry/device-reading.schema";

import type { CallContext, Handlers } from "../../calls/handler.ts";
import { Now } from "../../core/now.ts";
import { findConfig } from "../configuration/configuration.store.ts";
import { statusOf } from "../containers/container-row.ts";
import { mustFind } from "../containers/containers.store.ts";
import * as types from "./device-types.store.ts";
import { resultOf } from "./test-read-result.ts";
import { askForRead, mustFindOwnRead, type TestReadRow } from "./test-reads.store.ts";

export const testReadHandlers: Handlers<typeof testReadCalls> = {
  getTestReadDevices: async ({ typeId, containerId }, context) => {
    const { db } = context;
    const { devices, obstacle } = await mustFindReadable(context, containerId);
    const heads = await types.listHeads(db);
    const wanted = heads.find(({ id }) => id === typeId);
    if (!wanted) throw new Refusal("not_found");
    const section = readableDevices((await findConfig(db, containerId))?.wanted?.["devices"]);
    const shown = devices.map((device) => {
      const { name = null, type: chosen } = settingOf(section, device.id);
      const isOfType = typeOfDevice(device, chosen, heads)?.id === typeId;
      const rank = isOfType ? 0 : findDeviceKind(device.type) === wanted.kind ? 1 : 2;
      return { rank, data: toChoice(device, name, isOfType) };
    });
    const ranked = shown.toSorted((one, other) => one.rank - other.rank);
    return { data: { obstacle: obstacle ?? null, devices: ranked.map(({ data }) => data) } };
  },

  testReadDevice: async ({ typeId, containerId, deviceId }, context) => {
    const { actor, db, clock, audit, publish } = context;
    audit({ target: containerId, after: { type: typeId, device: deviceId } });
    const { devices, obstacle } = await mustFindReadable(context, containerId);
    const device = devices.find(({ id }) => id === deviceId);
    if (!device || !(await types.findMeasured(db, typeId))) throw new Refusal("not_found");
    const { name } = settingOf(readableDevices((await findConfig(db, containerId))?.wanted?.["devices"]), deviceId);
    audit({ after: { type: typeId, device: name ?? deviceId } });
    if (obstacle) throw new Refusal(obstacle === "offline" ? "test_read_offline" : "test_read_unsupported");
    const asked = { containerId, deviceId, deviceNumber: deviceNumber(device, devices), typeId, userId: actor.userId };
    const testReadId = await askForRead(db, asked, clock.now());
    publish("testReadQueued", { testReadIds: [testReadId] });
    return { data: { testReadId } };
  },

  getTestRead: async ({ testReadId }, { actor, db, clock }) => {
    const row = await mustFindOwnRead(db, actor, testReadId);
    const type = await types.findMeasured(db, row.typeId);
    if (!type) throw new Refusal("not_found");
    const result = resultOf(type.parameters, row.deviceNumber, row.answer ?? []);
    return {
      data: {
        testReadId,
        containerId: row.containerId,
        containerName: row.containerName,
        deviceId: row.deviceId,
        ...stateOf(row, clock.now()),
        askedAt: row.askedAt.toISOString(),
        expiresAt: row.expiresAt.toISOString(),
        answeredAt: row.answeredAt?.toISOString() ?? null,
        ...(row.state === "read" ? result : { parameters: [], others: [] }),
      },
    };
  },
};

/** A container with what is in the way of reading its devices. @throws Refusal not_found */
async function mustFindReadable(
  { actor, db, clock, portalStartedAtMs }: CallContext,
  containerId: string,
): Promise<{ devices: readonly Device[]; obstacle: TestReadDevices["obstacle"] | undefined }> {
  const stored = await mustFind(db, actor, containerId);
  const devices = stored.devices ?? [];
  if (statusOf(stored, { now: new Now(clock.now()), portalStartedAtMs }) !== "online")
    return { devices, obstacle: "offline" };
  return { devices, obstacle: stored.capabilities?.includes(testReadCapability) === true ? undefined : "too_old" };
}

function toChoice({ id, maker, model, address }: Device, name: string | null, isOfType: boolean) {
  return { id, name, maker: maker ?? null, model: model ?? null, address: address ?? null, isOfType };
}

/** Whoever waited too long is told so by the time, whether or not a process has noted it. */
function stateOf({ state, reason, expiresAt }: TestReadRow, nowMs: number): Pick<TestRead, "state" | "reason"> {
  if (state === "read" || state === "failed") return { state, reason };
  return expiresAt.getTime() <= nowMs ? { state: "failed", reason: "no_answer" } : { state: "waiting", reason: null };
}

import type { ContainerDetails, containerSettingCalls } from "@offgrid/contract/containers/container-settings.calls";
import { may } from "@offgrid/contract/core/access";
import { Refusal } from "@offgrid/contract/core/refusal";

import type { CallContext, Handlers } from "../../calls/handler.ts";
import { mustSee, watchersOf } from "../../calls/scope.ts";
import * as clusters from "../clusters/clusters.store.ts";
import * as kits from "../kits/kits.store.ts";
import * as settings from "./container-settings.store.ts";
import { controllerAddress } from "./controller-address.store.ts";
import { hashOf, newSecret } from "./registration.ts";

/** How long a controller can still use the secret before the one that was made. */
const oldSecretMs = 24 * 3_600_000;

export const containerSettingHandlers: Handlers<typeof containerSettingCalls> = {
  containerGet: async ({ containerId }, { actor, db }) => {
    await mustSee(db, actor, containerId);
    return { data: await settings.findDetails(db, containerId) };
  },

  containerSave: async ({ containerId, ...changes }, context) => {
    const { actor, db, audit, publish } = context;
    await mustSee(db, actor, containerId);
    const before = await settings.lockDetails(db, containerId);
    const after = { ...before, ...withoutAbsent(changes) };
    if (after.clusterId !== before.clusterId) await mustMoveTo(context, after.clusterId);
    if (changes.kitId) await kits.mustKeep(db, changes.kitId);
    await settings.saveDetails(db, containerId, after);
    if (isMoved(before, after)) await settings.noteMove(db, containerId, actor.userId);
    audit({ target: containerId, before, after });
    publish("containerChanged", { containerIds: [containerId] });
    return { data: after };
  },

  rotateSecret: async ({ containerId, endsOldAtOnce }, { actor, db, audit, clock, config, publish }) => {
    await mustSee(db, actor, containerId);
    const secret = newSecret();
    const nowMs = clock.now();
    const oldUntil = endsOldAtOnce ? null : new Date(nowMs + oldSecretMs);
    await settings.replaceSecret(db, containerId, hashOf(secret), oldUntil ? { until: oldUntil, nowMs } : undefined);
    if (endsOldAtOnce) publish("controllerRevoked", { containerId });
    audit({ target: containerId, after: { oldUntil: oldUntil?.toISOString() ?? null } });
    const mqtt = await controllerAddress(db, config);
    const qr = JSON.stringify({ containerId, secret, mqtt });
    return { data: { containerId, secret, mqtt, qr, oldUntil: oldUntil?.toISOString() ?? null } };
  },

  retireContainer: async ({ containerId, reason }, { actor, db, audit, clock, publish }) => {
    await mustSee(db, actor, containerId);
    const { before, after, isChanged } = await settings.retire(db, containerId, { at: new Date(clock.now()), reason });
    audit(isChanged ? { target: containerId, before, after } : { isNothing: true });
    if (isChanged) {
      publish("controllerRevoked", { containerId });
      publish("containerChanged", { containerIds: [containerId] });
    }
    return { data: after };
  },

  restoreContainer: async ({ containerId }, { actor, db, audit, publish }) => {
    await mustSee(db, actor, containerId);
    const { before, after, isChanged } = await settings.retire(db, containerId, undefined);
    audit(isChanged ? { target: containerId, before, after } : { isNothing: true });
    if (isChanged) publish("containerChanged", { containerIds: [containerId] });
    return { data: after };
  },

  removeContainer: async ({ containerId, confirmName }, { actor, db, audit, clock, publish }) => {
    await mustSee(db, actor, containerId);
    const before = await settings.findDetails(db, containerId);
    if (confirmName.trim() !== before.name) {
      throw new Refusal("bad_input", { fields: { confirmName: "This is not the name of the container." } });
    }
    const userIds = await watchersOf(db, containerId);
    await settings.remove(db, containerId, clock.now());
    audit({ target: containerId, before });
    publish("controllerRevoked", { containerId });
    publish("accessChanged", { userIds });
    return {};
  },

  getInventoryIdSetting: async ({ containerId }, { actor, db }) => {
    await mustSee(db, actor, containerId);
    return { data: await settings.findInventory(db, containerId) };
  },

  saveInventoryIdSetting: async ({ containerId, ...inventory }, { actor, db, audit }) => {
    await mustSee(db, actor, containerId);
    const before = await settings.findInventory(db, containerId);
    await settings.saveInventory(db, containerId, inventory);
    audit({ target: containerId, before, after: inventory });
    return { data: inventory };
  },
};

function isMoved(before: ContainerDetails, after: ContainerDetails): boolean {
  const [from, to] = [before.location, after.location];
  return before.zoneName !== after.zoneName || from?.lat !== to?.lat || from?.long !== to?.long;
}

/** @throws Refusal forbidden, or not_found where the caller does not see the cluster. */
async function mustMoveTo({ actor, db }: CallContext, clusterId: string | null): Promise<void> {
  if (!may(actor.permissions, "clusters")) throw new Refusal("forbidden");
  if (clusterId !== null) await clusters.mustFind(db, actor, clusterId);
}

type Present<Fields> = { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> };

function withoutAbsent<Fields extends object>(fields: Fields): Present<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Present<Fields>;
}

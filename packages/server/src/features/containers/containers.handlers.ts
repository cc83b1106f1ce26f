import type { containerCalls } from "@offgrid/contract/containers/containers.calls";

import type { CallContext, Handlers } from "../../calls/handler.ts";
import { Now } from "../../core/now.ts";
import { zoneAt } from "../../core/zone-at.ts";
import { filterRows, pageOf, sortRows } from "./container-list.ts";
import * as kits from "../kits/kits.store.ts";
import * as clusters from "../clusters/clusters.store.ts";
import { mustFindAllBelow } from "../users/people.scope.ts";
import { type Moment, statusOf, toInfo, toValues } from "./container-row.ts";
import * as containers from "./containers.store.ts";
import type { ListMoment } from "./kept-container.ts";
import { controllerAddress } from "./controller-address.store.ts";
import { registerContainer } from "./registration.ts";

export const containerHandlers: Handlers<typeof containerCalls> = {
  getSites: async (_, { actor, db, containerRows, ...context }) => {
    const rows = await containerRows.read(db, actor, listMomentOf(context));
    const data = rows.map(({ containerId, id, name, isOnline }) => ({ containerId, id, name, isOnline }));
    return { data: data.toSorted((one, other) => one.name.localeCompare(other.name, "en")) };
  },

  getSitesV2: async ({ page, pageSize, sort, search, filter }, { actor, db, containerRows, ...context }) => {
    const rows = await containerRows.read(db, actor, listMomentOf(context), { search, isRetired: filter?.retired });
    const wanted = filterRows(rows, filter);
    return { data: [...pageOf(sortRows(wanted, sort), page, pageSize)], total: wanted.length };
  },

  getContainerInfo: (input, context) => infoOf(input.containerId, context),
  getContainerInfoV2: (input, context) => infoOf(input.containerId, context),
  getContainerInfoV3: (input, context) => infoOf(input.containerId, context),
  getContainerInfoV4: (input, context) => infoOf(input.containerId, context),

  getContainerLiveData: async ({ containerId }, { actor, db, ...context }) => {
    const row = await containers.mustFind(db, actor, containerId);
    return { data: { values: toValues(row), status: statusOf(row, momentOf(context)) } };
  },

  registerNewContainer: async (input, { actor, db, config }) => {
    if (input.clusterId !== undefined) await clusters.mustFind(db, actor, input.clusterId);
    if (input.kitId !== undefined) await kits.mustKeep(db, input.kitId);
    await mustFindAllBelow(
      db,
      actor,
      input.users.filter((userId) => userId !== actor.userId),
    );
    // Someone who does not see all containers would lose sight of the one that they just added.
    const users = actor.containers === "all" ? input.users : [...input.users, actor.userId];
    const { containerId, secret } = await registerContainer(db, { ...input, users });
    const mqtt = await controllerAddress(db, config);
    return { data: { containerId, secret, mqtt, qr: JSON.stringify({ containerId, secret, mqtt }) } };
  },

  uuidGet: async ({ serialNumber }, { actor, db }) => ({
    data: { uuid: await containers.mustFindUuid(db, actor, serialNumber) },
  }),

  containerIdGet: async ({ uuid }, { actor, db }) => ({
    data: { containerId: await containers.mustFindIdByUuid(db, actor, uuid) },
  }),

  zoneGet: async ({ location }) => ({ data: { zoneName: zoneAt(location.lat, location.long) } }),
};

/** The answer of the newest version of the call; the output schemas of older ones include less of it. */
async function infoOf(containerId: string, { actor, db, ...context }: CallContext) {
  const row = await containers.mustFind(db, actor, containerId);
  const favorites = await containers.favorites(db, actor);
  return { data: toInfo(row, momentOf(context), favorites) };
}

type Times = Pick<CallContext, "clock" | "portalStartedAtMs">;

function listMomentOf({ clock, portalStartedAtMs }: Times): ListMoment {
  return { nowMs: clock.now(), portalStartedAtMs };
}

function momentOf({
  clock,
  portalStartedAtMs,
  config,
}: Times & Pick<CallContext, "config">): Moment & { earliestMs: number } {
  return { now: new Now(clock.now()), portalStartedAtMs, earliestMs: config.earliestMs };
}

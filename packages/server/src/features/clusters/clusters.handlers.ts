import type { clusterCalls } from "@offgrid/contract/clusters/clusters.calls";
import { may } from "@offgrid/contract/core/access";
import { Refusal } from "@offgrid/contract/core/refusal";

import type { Handlers } from "../../calls/handler.ts";
import { mustSeeAll } from "../../calls/scope.ts";
import * as clusters from "./clusters.store.ts";

/** Nobody moves, removes or renames what belongs to others and is out of their sight. */
export const clusterHandlers: Handlers<typeof clusterCalls> = {
  clusterList: async (_, { actor, db }) => {
    const mayEdit = may(actor.permissions, "clusters");
    const rows = await clusters.listVisible(db, actor);
    return {
      data: rows.map(({ id, name, containers, createdAt, hidden }) => ({
        id,
        name,
        containers,
        createdAt: createdAt.toISOString(),
        canEdit: mayEdit && hidden === 0,
      })),
    };
  },

  clusterSave: async ({ id, name, containers }, { actor, db, audit }) => {
    if (name === "" || containers.length === 0) throw new Refusal("cluster_incomplete");
    await clusters.lock(db);
    const visible = await clusters.listVisible(db, actor);
    const before = visible.find((cluster) => cluster.id === id);
    if (id !== undefined && !before) throw new Refusal("not_found");
    const wanted = await mustSeeAll(db, actor, containers);
    if (before && before.hidden > 0 && before.name !== name) throw new Refusal("cluster_shared");
    const isUsed = visible.some((other) => other.id !== id && sameName(other.name, name));
    if (isUsed) throw new Refusal("cluster_name_used");

    const saved = before?.id ?? (await clusters.insert(db, name, actor.userId));
    if (before && before.name !== name) await clusters.rename(db, saved, name);
    const gone = (before?.containers ?? []).filter((one) => !wanted.has(one));
    await clusters.move(db, gone, null);
    await clusters.move(db, [...wanted], saved);
    audit({
      target: saved,
      ...(before && { before: { name: before.name, containers: before.containers.toSorted() } }),
      after: { name, containers: [...wanted].sort() },
    });
    return { data: { id: saved } };
  },

  clusterDelete: async ({ id }, { actor, db, audit }) => {
    await clusters.lock(db);
    const { name, containers, hidden } = await clusters.mustFind(db, actor, id);
    if (hidden > 0) throw new Refusal("cluster_shared");
    await clusters.remove(db, id);
    audit({ target: id, before: { name, containers: containers.toSorted() } });
    return {};
  },
};

function sameName(one: string, other: string): boolean {
  return one.toLocaleLowerCase("en") === other.toLocaleLowerCase("en");
}

import { Refusal } from "@offgrid/contract/core/refusal";
import type { userCalls } from "@offgrid/contract/users/users.calls";

import type { Actor } from "../../core/actor.ts";
import type { Handlers } from "../../core/handler.ts";
import { type Target, mustFindVisible } from "./people.scope.ts";
import * as people from "./people.store.ts";

/** Who sees what. Both calls change only what the actor sees of it; the rest stays. */
export const containersHandlers: Pick<Handlers<typeof userCalls>, "updateUserContainerList" | "assignUser"> = {
  updateUserContainerList: async ({ userId, containers }, { actor, db, live, audit, afterCommit }) => {
    const target = await mustFindVisible(db, actor, userId);
    mustBeBelow(actor, target);
    const wanted = await people.visibleOf(db, actor, containers);
    if (containers.some((id) => !wanted.has(id))) throw new Refusal("not_found");
    const before = await people.assignedOf(db, actor, userId);
    const gone = [...before].filter((id) => !wanted.has(id));
    await people.assign(
      db,
      [...wanted].map((containerId) => ({ containerId, userId })),
    );
    await people.unassign(
      db,
      gone.map((containerId) => ({ containerId, userId })),
    );
    audit({ target: userId, before: { containers: [...before].sort() }, after: { containers: [...wanted].sort() } });
    afterCommit(() => live.accessChanged(userId));
    return { data: { containers: [...wanted].sort() } };
  },

  assignUser: async ({ containerId, users }, { actor, db, live, audit, afterCommit }) => {
    if (!(await people.visibleOf(db, actor, [containerId])).has(containerId)) throw new Refusal("not_found");
    const before = await people.seersOf(db, actor, containerId);
    const had = new Set(before.map(({ id }) => id));
    const wanted = new Set(users);
    const added = [...wanted].filter((id) => !had.has(id));
    for (const id of added) mustBeBelow(actor, await mustFindVisible(db, actor, id));
    // Whom the actor may not change keeps the container, oneself included.
    const gone = before.filter((person) => !wanted.has(person.id) && isBelow(actor, person)).map(({ id }) => id);
    await people.assign(
      db,
      added.map((userId) => ({ containerId, userId })),
    );
    await people.unassign(
      db,
      gone.map((userId) => ({ containerId, userId })),
    );
    const after = (await people.seersOf(db, actor, containerId)).map(({ id }) => id);
    audit({ target: containerId, before: { users: [...had] }, after: { users: after } });
    afterCommit(() => [...added, ...gone].forEach((userId) => live.accessChanged(userId)));
    return { data: { users: after } };
  },
};

function mustBeBelow(actor: Actor, target: Target): void {
  if (!isBelow(actor, target)) throw new Refusal("role_not_allowed");
}

function isBelow(actor: Actor, person: { id: string; priority: number }): boolean {
  if (person.id === actor.userId) return false;
  return actor.containers === "all" ? person.priority >= actor.priority : person.priority > actor.priority;
}

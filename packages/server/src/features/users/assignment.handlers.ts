import type { userCalls } from "@offgrid/contract/users/users.calls";

import type { Handlers } from "../../calls/handler.ts";
import { mustSee, mustSeeAll } from "../../calls/scope.ts";
import { isBelow, mustFindAllBelow } from "./people.scope.ts";
import * as people from "./people.store.ts";

/** Who sees what. Both calls change only the part that the actor sees; the rest stays. */
export const containersHandlers: Pick<Handlers<typeof userCalls>, "updateUserContainerList" | "assignUser"> = {
  updateUserContainerList: async ({ userId, containers }, { actor, db, audit, publish }) => {
    await mustFindAllBelow(db, actor, [userId]);
    const wanted = await mustSeeAll(db, actor, containers);
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
    publish("accessChanged", { userIds: [userId] });
    return { data: { containers: [...wanted].sort() } };
  },

  assignUser: async ({ containerId, users }, { actor, db, audit, publish }) => {
    await mustSee(db, actor, containerId);
    const before = await people.viewersOf(db, actor, containerId);
    const had = new Set(before.map(({ id }) => id));
    const wanted = new Set(users);
    const added = [...wanted].filter((id) => !had.has(id));
    await mustFindAllBelow(db, actor, added);
    // People whom the actor may not change keep the container, the actor included.
    const gone = before.filter((person) => !wanted.has(person.id) && isBelow(actor, person)).map(({ id }) => id);
    await people.assign(
      db,
      added.map((userId) => ({ containerId, userId })),
    );
    await people.unassign(
      db,
      gone.map((userId) => ({ containerId, userId })),
    );
    const after = (await people.viewersOf(db, actor, containerId)).map(({ id }) => id);
    audit({ target: containerId, before: { users: [...had] }, after: { users: after } });
    publish("accessChanged", { userIds: [...added, ...gone] });
    return { data: { users: after } };
  },
};

import { permissions as everyPermission } from "@offgrid/contract/core/access";
import { Refusal } from "@offgrid/contract/core/refusal";
import type { RoleRow, roleCalls } from "@offgrid/contract/roles/roles.calls";

import type { Actor } from "../../calls/actor.ts";
import type { Handlers } from "../../calls/handler.ts";
import { mustMayShow } from "../users/board-pictures.store.ts";
import { isAssignable } from "../users/people.scope.ts";
import * as roles from "./roles.store.ts";

export const roleHandlers: Handlers<typeof roleCalls> = {
  roleList: async (_, { actor, db }) => ({ data: (await roles.list(db)).map((role) => toRow(role, actor)) }),

  roleSave: async ({ id, permissions, excludes, starterBoard, ...change }, { actor, db, audit, publish }) => {
    const role = await roles.lock(db, id);
    if (!role) throw new Refusal("not_found");
    if (role.priority < actor.priority) throw new Refusal("role_not_allowed");
    // The highest role is the way back from every mistake, so its rights cannot be reduced nor the role disabled.
    const narrows = permissions !== undefined || excludes !== undefined || change.disabled === true;
    if (role.priority === 0 && narrows) throw new Refusal("role_protected");
    if (permissions?.some((permission) => !actor.permissions.includes(permission))) {
      throw new Refusal("role_not_allowed");
    }
    // Only the highest role may have the permission to edit roles.
    if (role.priority > 0 && permissions?.includes("roles")) throw new Refusal("role_protected");
    if (starterBoard) {
      const alsoSeen = (await roles.list(db)).map((one) => one.starterBoard ?? []);
      await mustMayShow(db, actor.userId, { widgets: starterBoard, field: "starterBoard", alsoSeen });
    }
    const wanted = {
      ...change,
      permissions: permissions && everyPermission.filter((permission) => permissions.includes(permission)),
      excludes: excludes && [...new Set(excludes)],
      ...(starterBoard !== undefined && { starterBoard: starterBoard && JSON.stringify(starterBoard) }),
    };
    await roles.update(db, id, wanted);
    const [before, after] = [role, await roles.lock(db, id)].map((row) => {
      const { id: _, starterBoard: board, ...rest } = row as typeof role;
      return { ...rest, starterWidgets: board?.map(typeOf) ?? null };
    });
    audit({ target: id, ...(before && { before }), ...(after && { after }) });
    const affected = await roles.peopleWith(db, id);
    publish("accessChanged", { userIds: affected });
    const saved = (await roles.list(db)).find((row) => row.id === id);
    if (!saved) throw new Refusal("not_found");
    return { data: toRow(saved, actor) };
  },
};

/** What a widget is; its id says nothing to people. */
function typeOf({ type }: Readonly<Record<string, unknown>>): string {
  return typeof type === "string" ? type : "";
}

function toRow(role: Awaited<ReturnType<typeof roles.list>>[number], actor: Actor): RoleRow {
  const mayEdit = actor.permissions.includes("roles");
  return {
    id: role.id,
    roleName: role.id,
    label: role.label,
    rolePriority: role.priority,
    status: role.disabled ? "disabled" : "active",
    disabled: role.disabled,
    selectable: role.selectable,
    assignable: isAssignable(actor, role),
    editable: mayEdit && role.priority >= actor.priority,
    permissions: role.permissions,
    excludes: role.excludes,
    containers: role.containers,
    twoStepRequired: role.twoStepRequired,
    starterBoard: mayEdit ? role.starterBoard : null,
    userCount: mayEdit ? (role.userCount ?? 0) : null,
  };
}

import type { GroupObstacle } from "@offgrid/contract/commands/command-groups.calls";
import { findOutput, outputKinds } from "@offgrid/contract/devices/output-kinds";

import { mayStill } from "../../calls/scope.ts";
import type { Db } from "../../core/db.ts";
import { Now } from "../../core/now.ts";
import { containerStatus } from "../containers/container-status.ts";
import { findOthersAtWork } from "../works/works.store.ts";
import type { GroupOrder } from "./command-groups.store.ts";
import { findFirstOpen, findOpen } from "./commands.store.ts";
import { listLocks } from "./locks.store.ts";
import { findDeadFeeder, findEquipment } from "./outputs.store.ts";

/** What keeps a container of a group from being given its command; null: nothing. */
export async function obstacleTo(
  db: Db,
  { op, target, args, userId }: Pick<GroupOrder, "op" | "target" | "args" | "userId">,
  containerId: string,
  { nowMs, portalStartedAtMs }: { nowMs: number; portalStartedAtMs: number },
): Promise<GroupObstacle | null> {
  if (!(await mayStill(db, "control", { userId }, containerId))) return "rights";
  const equipment = await findEquipment(db, containerId);
  const output = equipment?.outputs.find((one) => one.target === target);
  const kind = findOutput(target)?.kind;
  if (!equipment || !output || !kind) return "missing";
  if (await findOthersAtWork(db, { containerId, userId })) return "works";
  if (containerStatus(equipment, new Now(nowMs), portalStartedAtMs) !== "online") return "offline";
  if (output.value === args.on) return "already";
  if (args.on && equipment.isCut) return "cut";
  if (args.on && (await findDeadFeeder(db, equipment, containerId, output))) return "no_supply";
  if (output.failSafe === "unproved" && args.on !== outputKinds[kind].safeValue) return "unproved";
  if ((await listLocks(db, containerId, [target])).length > 0) return "locked";
  const open = (await findOpen(db, { containerId, target, op })) ?? (await findFirstOpen(db, containerId, ["reboot"]));
  return open ? "busy" : null;
}

import { reportToSupervisor, takeReleases } from "@offgrid/controller/supervised";
import type { ControllerLog } from "@offgrid/controller/link/log";
import { join } from "node:path";

import { type FleetSettings, SettingError } from "./fleet/fleet.settings.ts";
import type { Fleet } from "./fleet/fleet.types.ts";

/**
 * Has a member of the fleet behave as the controller of a gateway does: it tells the supervisor that it is well, and
 * takes the releases that the portal sends.
 * @throws SettingError where the program runs more than one: a supervisor cannot tell them apart.
 */
export function serveSupervisor(
  fleet: Fleet,
  { members, stateDir, website }: FleetSettings,
  log: ControllerLog,
  end: () => void,
): void {
  const [handle] = fleet.handles;
  const controller = handle?.controller();
  const [own] = members;
  if (!handle || !controller || !own || members.length > 1)
    throw new SettingError("A supervisor runs one controller: name one container in SECRETS_FILE.");
  reportToSupervisor(controller, handle.plant, end);
  if (website === undefined) return;
  const { containerId } = own.member;
  const place = { container: containerId, secret: own.secret, dataFolder: join(stateDir, containerId) };
  takeReleases(controller, place, new URL(website), log);
}

/** A person with containers of their own on the map, so that no other journey sees changes to them. */
import { randomUUID } from "node:crypto";

import type { Session, Stage } from "./fixtures.ts";
import { addPerson, sessionFor } from "./people.ts";

/** Three close together in Kenya, one far away in Nepal; none of them was ever online. */
const places = [
  { name: "Turkana north", lat: 4.2, long: 35.3 },
  { name: "Turkana lake", lat: 4.0, long: 35.9 },
  { name: "Turkana south", lat: 3.6, long: 35.6 },
  { name: "Mustang", lat: 28.9, long: 83.8 },
] as const;

export interface MapCast {
  session: Session;
  userId: string;
  /** Ids by name. */
  ids: ReadonlyMap<string, string>;
}

/** @param role Role of the person, who sees these containers and "Lodwar clinic", which is online. */
export async function mapCast(stage: Stage, role = "user"): Promise<MapCast> {
  const own = randomUUID().slice(0, 8);
  const ids = new Map<string, string>();
  for (const [index, { name, lat, long }] of places.entries()) {
    const containerId = `map-${own}-${index}`;
    const about = { containerId, name, serialNumber: containerId, location: { lat, long }, zoneName: "Africa/Nairobi" };
    await stage.call("ada", "registerNewContainer", about);
    ids.set(name, containerId);
  }
  const person = await addPerson(stage, { role, containers: ["lodwar", ...ids.values()] });
  return { session: await sessionFor(stage, person), userId: person.userId, ids };
}

/** Makes a cluster as an administrator. */
export async function makeCluster(stage: Stage, { ids }: MapCast, name: string, members: readonly string[]) {
  await stage.call("ada", "clusterSave", { name, containers: members.map((member) => ids.get(member) ?? member) });
}

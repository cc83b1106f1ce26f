import { neighbourDays, type NeighbourDay, type YieldDays } from "@offgrid/contract/warnings/neighbour-days";
import { warningLimits } from "@offgrid/contract/warnings/warning-types";
import { sql } from "kysely";

import type { Db } from "../../core/db.ts";

/** Days on which the panels of containers can be compared with those of their neighbours. */

/** A container, and whose rule looks at it: neighbours that this person does not see say nothing. */
export interface Compared {
  containerId: string;
  ownerId: string;
  zoneName: string;
}

/** The nearest of them are enough. */
const mostNeighbours = 40;
const kmPerDegree = 111.2;
/** How far apart neighbours may be, straight through a ball of radius 1, squared. */
const nearSquared = (2 * Math.sin(((warningLimits.neighboursKm / kmPerDegree) * Math.PI) / 360)) ** 2;

/**
 * @param span UTC days since 1970, both included.
 * @returns in the order of `asked`, each oldest first; empty: it has too few neighbours, or none of the days counts.
 */
export async function readNeighbourDays(
  db: Db,
  asked: readonly Compared[],
  span: { fromDay: number; toDay: number },
): Promise<NeighbourDay[][]> {
  if (asked.length === 0) return [];
  const near = await listNeighbours(db, asked);
  const ids = [...new Set([...asked.map(({ containerId }) => containerId), ...near.flat()])];
  const yields = await readYields(db, ids, span);
  const daysOf = (containerId: string): YieldDays => yields.get(containerId) ?? new Map();
  return asked.map(({ containerId, zoneName }, place) =>
    neighbourDays(daysOf(containerId), (near[place] ?? []).map(daysOf), zoneName),
  );
}

/** A container on a ball of radius 1; NaN: nobody knows where it stands. */
interface Placed {
  id: string;
  clusterId: string | null;
  x: number;
  y: number;
  z: number;
}

/** Those of its cluster, and those that are near, as far as their panels are known and the person sees them: the nearest first. */
async function listNeighbours(db: Db, asked: readonly Compared[]): Promise<string[][]> {
  const ids = [...new Set(asked.map(({ containerId }) => containerId))];
  const ownerIds = [...new Set(asked.map(({ ownerId }) => ownerId))];
  const point = sql`c.id, c.cluster_id, coalesce(cos(radians(c.latitude)) * cos(radians(c.longitude)), 'NaN') as x,
    coalesce(cos(radians(c.latitude)) * sin(radians(c.longitude)), 'NaN') as y, coalesce(sin(radians(c.latitude)), 'NaN') as z`;
  const { rows } = await sql<Placed>`select ${point} from container c where c.id = any(${ids}::text[])`.execute(db);
  const own = new Map(rows.map((one) => [one.id, one]));
  // What each person sees is looked up once, and not for each pair: of a thousand containers there are a million.
  const { rows: others } = await sql<Placed & { ownerId: string }>`
    select distinct s.user_id as owner_id, ${point} from container_scope s
      join container c on c.id = s.container_id and c.removed_at is null and c.retired_at is null
      join forecast_setting f on f.container_id = c.id and f.capacity > 0
    where s.may_view and s.user_id = any(${ownerIds}::text[]) order by c.id`.execute(db);
  const seen = new Map<string, Placed[]>(ownerIds.map((id) => [id, []]));
  for (const { ownerId, ...one } of others) seen.get(ownerId)?.push(one);
  return asked.map(({ containerId, ownerId }) => {
    const one = own.get(containerId);
    return one ? nearestOf(one, seen.get(ownerId) ?? []) : [];
  });
}

/** Compared straight through the ball: nobody is nearer or further by that. Of equally near ones in the given order. */
function nearestOf(own: Placed, others: readonly Placed[]): string[] {
  const near: { id: string; apart: number }[] = [];
  for (const other of others) {
    if (other.id === own.id) continue;
    const [x, y, z] = [other.x - own.x, other.y - own.y, other.z - own.z];
    const apart = x * x + y * y + z * z;
    const isOfCluster = own.clusterId !== null && other.clusterId === own.clusterId;
    if (isOfCluster || apart <= nearSquared) near.push({ id: other.id, apart: Number.isNaN(apart) ? Infinity : apart });
  }
  // Sorting numbers alone is quick: of a cluster of a thousand each is near all others.
  const furthest = Float64Array.from(near, ({ apart }) => apart).sort()[mostNeighbours - 1] ?? Infinity;
  const nearest = near.filter(({ apart }) => apart <= furthest);
  nearest.sort((one, other) => (one.apart === other.apart ? 0 : one.apart - other.apart));
  return nearest.slice(0, mostNeighbours).map(({ id }) => id);
}

async function readYields(
  db: Db,
  containerIds: readonly string[],
  { fromDay, toDay }: { fromDay: number; toDay: number },
): Promise<Map<string, Map<number, (number | null)[]>>> {
  const { rows } = await sql<{ containerId: string; day: number; hours: (number | null)[] }>`
    select container_id, day, hours from solar_yield
    where container_id = any(${[...containerIds]}::text[]) and day between ${fromDay} and ${toDay}`.execute(db);
  const found = new Map<string, Map<number, (number | null)[]>>();
  for (const { containerId, day, hours } of rows) {
    const days = found.get(containerId) ?? new Map<number, (number | null)[]>();
    found.set(containerId, days.set(day, hours));
  }
  return found;
}

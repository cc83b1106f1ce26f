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

/** Those of its cluster, and those that are near, as far as their panels are known and the person sees them. */
async function listNeighbours(db: Db, asked: readonly Compared[]): Promise<string[][]> {
  const { neighboursKm } = warningLimits;
  const { rows } = await sql<{ place: number; containerId: string }>`
    select asked.place::integer as place, near.id as container_id
    from unnest(${asked.map(({ containerId }) => containerId)}::text[], ${asked.map(({ ownerId }) => ownerId)}::text[])
        with ordinality as asked (container_id, owner_id, place)
      join container c on c.id = asked.container_id
      cross join lateral (
        select other.id
        from container other join forecast_setting f on f.container_id = other.id and f.capacity > 0
          cross join lateral (select ${kmPerDegree} * degrees(2 * asin(least(1, sqrt(
            sin(radians(other.latitude - c.latitude) / 2) ^ 2 + cos(radians(c.latitude)) * cos(radians(other.latitude))
              * sin(radians(other.longitude - c.longitude) / 2) ^ 2)))) as km) as apart
        where other.id <> c.id and other.removed_at is null
          and (other.cluster_id = c.cluster_id or (abs(other.latitude - c.latitude) * ${kmPerDegree} <= ${neighboursKm}
            and apart.km <= ${neighboursKm}))
          and (select bool_or(s.may_view) from container_scope s
            where s.user_id = asked.owner_id and s.container_id = other.id)
        order by apart.km nulls last, other.id limit ${mostNeighbours}
      ) as near`.execute(db);
  const found: string[][] = asked.map(() => []);
  for (const { place, containerId } of rows) found[place - 1]?.push(containerId);
  return found;
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

import { type SuggestedRule, watchesSame } from "@offgrid/contract/warnings/suggested-rule";
import { suggestedRules } from "@offgrid/contract/warnings/suggested-rules";
import type { warningCalls } from "@offgrid/contract/warnings/warnings.calls";
import { ruleAt, type RulePlace } from "@offgrid/contract/warnings/rule-at";
import { sql } from "kysely";
import type { z } from "zod";

import { type Viewer, visibleContainers } from "../../calls/scope.ts";
import { type Db, nameOfUser } from "../../core/db.ts";
import { readRules } from "./parsed-rules.ts";
import { isCutUnsent, unsentMetric } from "./unsent.ts";

/** Who watches which containers for what usual rules look at, whosever rules those are. */

type Watched = z.input<typeof warningCalls.warningWatched.output>["data"];

interface Watching extends RulePlace {
  ruleId: string;
  version: string;
  ownerId: string;
  ownerName: string | null;
}

/** Of containers that somebody sees. A rule that is only tried notifies nobody. */
export async function listWatched(db: Db, viewer: Viewer): Promise<Watched> {
  const { rows } = await sql<Watching>`
    select p.rule_id, r.xmin::text as version, r.owner_id, ${nameOfUser} as owner_name, p.container_id, c.cluster_id, c.kit_id
    from warning_pair p join warning_rule r on r.id = p.rule_id join app_user u on u.id = r.owner_id
      join container c on c.id = p.container_id
    where p.container_id in ${visibleContainers(db, viewer)} and not coalesce((r.rule -> 'shadow')::boolean, false)
    order by p.container_id`.execute(db);
  const rules = await readRules(db, rows);
  const usual = suggestedRules.filter(({ isUsual }) => isUsual);
  const sent = await listSent(db, viewer);
  return usual.map((suggestion) => {
    const same = new Set([...rules].flatMap(([id, rule]) => (watchesSame(suggestion, rule) ? [id] : [])));
    const watching = rows.filter((row) => {
      const rule = same.has(row.ruleId) ? rules.get(row.ruleId) : undefined;
      return rule !== undefined && ruleAt(rule, row) !== undefined;
    });
    return {
      key: suggestion.key,
      containerIds: [...new Set(watching.map(({ containerId }) => containerId))],
      unsentIds: sent.filter(({ names }) => isUnsent(suggestion, names)).map(({ containerId }) => containerId),
      by: ownersOf(watching),
    };
  });
}

/** The metrics that each container has sent which somebody sees. */
async function listSent(db: Db, viewer: Viewer): Promise<{ containerId: string; names: Set<string> }[]> {
  const { rows } = await sql<{ containerId: string; names: string[] }>`
    select c.id as container_id, array(select m.name from container_metric m where m.container_id = c.id) as names
    from container c where c.id in ${visibleContainers(db, viewer)} order by c.id`.execute(db);
  return rows.map(({ containerId, names }) => ({ containerId, names: new Set(names) }));
}

function isUnsent({ conditions }: SuggestedRule, sent: ReadonlySet<string>): boolean {
  return conditions.some((condition) => isCutUnsent(condition, sent) || unsentMetric(condition, sent) !== undefined);
}

/** Who watches most containers first. */
function ownersOf(watching: readonly Watching[]): Watched[number]["by"] {
  const owners = new Map<string, { name: string | null; containerIds: Set<string> }>();
  for (const { ownerId, ownerName, containerId } of watching) {
    const owner = owners.get(ownerId) ?? { name: ownerName, containerIds: new Set() };
    owner.containerIds.add(containerId);
    owners.set(ownerId, owner);
  }
  return [...owners]
    .map(([userId, { name, containerIds }]) => ({ userId, name, containers: containerIds.size }))
    .toSorted((one, other) => other.containers - one.containers || (one.userId < other.userId ? -1 : 1));
}

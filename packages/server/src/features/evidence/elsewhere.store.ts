import { createHash } from "node:crypto";

import { sql } from "kysely";

import { type Viewer, visibleContainers } from "../../calls/scope.ts";
import type { Db } from "../../core/db.ts";
import type { EvidenceFile } from "./evidence-file.ts";

/**
 * Where else a rule held. A pack is frozen for all who handle tickets, and they see different containers: it keeps which
 * they were, which nobody is given, and each who asks for it gets a count of those that they see.
 */

/** The file that is frozen. */
export const frozenElsewhere = "elsewhere-containers.json";

interface RuleElsewhere {
  ruleId: string;
  /** Ids of other containers: where the rule has an open warning, and all that it watches. */
  open: string[];
  watched: string[];
}

export async function readElsewhere(db: Db, containerId: string, ruleIds: readonly string[]): Promise<RuleElsewhere[]> {
  const { rows } = await sql<RuleElsewhere>`
    select rule.id as rule_id,
      array(select distinct w.container_id from warning w
        where w.rule_id = rule.id and w.cleared_at is null and not w.is_shadow and w.container_id <> ${containerId}) as open,
      array(select p.container_id from warning_pair p
        where p.rule_id = rule.id and p.container_id <> ${containerId}) as watched
    from unnest(${[...ruleIds]}::text[]) as rule (id)`.execute(db);
  return rows;
}

/** The files of a pack as this person may have them. */
export async function asSeenBy(db: Db, viewer: Viewer, files: readonly EvidenceFile[]): Promise<EvidenceFile[]> {
  const given: EvidenceFile[] = [];
  for (const file of files) {
    // Packs of earlier releases counted all containers.
    if (file.name === "elsewhere.json") continue;
    given.push(file.name === frozenElsewhere ? await counted(db, viewer, file) : file);
  }
  return given;
}

async function counted(db: Db, viewer: Viewer, { content }: EvidenceFile): Promise<EvidenceFile> {
  const frozen = JSON.parse(Buffer.from(content).toString()) as {
    part: string;
    takenAt: string;
    rules: RuleElsewhere[];
  };
  const named = [...new Set(frozen.rules.flatMap(({ open, watched }) => [...open, ...watched]))];
  const { rows } = await sql<{ id: string }>`select named.id from unnest(${named}::text[]) as named (id)
    where named.id in ${visibleContainers(db, viewer)}`.execute(db);
  const seen = new Set(rows.map(({ id }) => id));
  const count = (ids: readonly string[]) => ids.filter((id) => seen.has(id)).length;
  const rules = frozen.rules.map(({ ruleId, open, watched }) => ({
    ruleId,
    open: count(open),
    watched: count(watched),
  }));
  const text = JSON.stringify({
    part: frozen.part,
    takenAt: frozen.takenAt,
    counted: "containers that you see",
    rules,
  });
  return {
    name: "elsewhere.json",
    content: Buffer.from(text),
    sha256: createHash("sha256").update(text).digest("hex"),
  };
}

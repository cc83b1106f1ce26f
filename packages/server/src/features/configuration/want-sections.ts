import type { ConfigDoc } from "@offgrid/contract/configuration/config-doc";
import type { SeenVersions } from "@offgrid/contract/core/config-section";
import { Refusal } from "@offgrid/contract/core/refusal";
import type { z } from "zod";

import type { CallContext } from "../../calls/handler.ts";
import { mustSee } from "../../calls/scope.ts";
import { mustNotDisturb } from "../works/works.store.ts";
import { changesOf, want } from "./config-steps.ts";
import { type ConfigRow, findConfig, lockConfig, saveConfig } from "./configuration.store.ts";

export interface SectionsOrder {
  containerId: string;
  /** Whole sections. */
  sections: Record<string, object | undefined>;
  seen: z.infer<typeof SeenVersions> | undefined;
}

/**
 * Asks a controller for sections of its configuration: the one way in which a setting reaches it, whichever call it came by.
 * @throws Refusal not_found, works_by_other, bad_input, confirm_needed, config_on_trial, config_changed
 */
export async function wantSections(
  { containerId, sections: wanted, seen }: SectionsOrder,
  { actor, db, clock, audit, publish, mustBeConfirmed }: CallContext,
): Promise<ConfigRow | undefined> {
  audit({ target: containerId });
  await mustSee(db, actor, containerId);
  await mustNotDisturb(db, actor, containerId);
  const sections = docOf(wanted);
  if (Object.keys(sections).length === 0)
    throw new Refusal("bad_input", { fields: { keepAlive: "Please fill full fields" } });
  if (sections.network) mustBeConfirmed();
  const before = await lockConfig(db, containerId);
  if (!before) throw new Refusal("not_found");
  const nowMs = clock.now();
  if (before.trialUntil && before.trialUntil.getTime() > nowMs) throw new Refusal("config_on_trial");
  if (seen && (seen.wanted !== before.wantedVersion || seen.reported !== before.version))
    throw new Refusal("config_changed");
  const row = want(before, sections, actor.userId, nowMs);
  await saveConfig(db, row);
  audit(changesOf(before.wanted ?? {}, row.wanted ?? {}));
  publish("configQueued", { containerIds: [containerId] });
  publish("configChanged", { containerIds: [containerId] });
  return findConfig(db, containerId);
}

/** The sections that were given, without what they leave out. */
function docOf(sections: SectionsOrder["sections"]): ConfigDoc {
  return JSON.parse(JSON.stringify(sections)) as ConfigDoc;
}

import type { ConfigDoc } from "@offgrid/contract/configuration/config-doc";
import type { Configuration, configurationCalls } from "@offgrid/contract/configuration/configuration.calls";
import { Refusal } from "@offgrid/contract/core/refusal";

import type { Handlers } from "../../calls/handler.ts";
import { mustSee } from "../../calls/scope.ts";
import { mustNotDisturb } from "../works/works.store.ts";
import { changesOf, conflictsOf, stateOf, want } from "./config-steps.ts";
import { type ConfigRow, findConfig, lockConfig, saveConfig } from "./configuration.store.ts";

export const configurationHandlers: Handlers<typeof configurationCalls> = {
  getConfiguration: async ({ containerId }, { actor, db }) => {
    await mustSee(db, actor, containerId);
    return { data: toConfiguration(await findConfig(db, containerId)) };
  },

  setConfiguration: async ({ containerId, seen, ...wantedSections }, context) => {
    const { actor, db, clock, audit, publish, mustBeConfirmed } = context;
    const sections = docOf(wantedSections);
    audit({ target: containerId });
    await mustSee(db, actor, containerId);
    await mustNotDisturb(db, actor, containerId);
    if (Object.keys(sections).length === 0) {
      throw new Refusal("bad_input", { fields: { keepAlive: "Please fill full fields" } });
    }
    if (wantedSections.network) mustBeConfirmed();
    const row = await lockConfig(db, containerId);
    if (!row) throw new Refusal("not_found");
    const nowMs = clock.now();
    if (row.trialUntil && row.trialUntil.getTime() > nowMs) throw new Refusal("config_on_trial");
    if (seen && (seen.wanted !== row.wantedVersion || seen.reported !== row.version))
      throw new Refusal("config_changed");
    const wanted = want(row, sections, actor.userId, nowMs);
    await saveConfig(db, wanted);
    audit(changesOf(row.wanted ?? {}, wanted.wanted ?? {}));
    publish("configQueued", { containerIds: [containerId] });
    publish("configChanged", { containerIds: [containerId] });
    return { data: toConfiguration(await findConfig(db, containerId)) };
  },
};

/** The sections that were given, without what they leave out. */
function docOf(sections: Record<string, object | undefined>): ConfigDoc {
  return JSON.parse(JSON.stringify(sections)) as ConfigDoc;
}

function toConfiguration(row: ConfigRow | undefined): Configuration {
  if (!row) return { state: "no_report", wanted: null, reported: null, agreed: {}, conflicts: [] };
  const { refused, revertedVersion, revertedAt } = row;
  const reverted =
    revertedVersion === null || !revertedAt ? null : { version: revertedVersion, at: revertedAt.toISOString() };
  return {
    state: stateOf(row),
    wanted: row.wanted && {
      version: row.wantedVersion,
      doc: row.wanted,
      by: row.wantedBy === null ? null : { userId: row.wantedBy, name: row.wantedByName },
      at: iso(row.wantedAt),
      expiresAt: iso(row.expiresAt),
      sentAt: row.sentAt?.toISOString() ?? null,
    },
    reported: row.doc && {
      version: row.version,
      doc: row.doc,
      at: iso(row.reportedAt),
      trialUntil: row.trialUntil?.toISOString() ?? null,
      refused,
      reverted,
    },
    agreed: row.agreed,
    conflicts: conflictsOf(row),
  };
}

const iso = (at: Date | null) => (at ?? new Date(0)).toISOString();

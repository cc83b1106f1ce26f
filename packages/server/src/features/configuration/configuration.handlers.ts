import type { Configuration, configurationCalls } from "@offgrid/contract/configuration/configuration.calls";

import type { Handlers } from "../../calls/handler.ts";
import { mustSee } from "../../calls/scope.ts";
import { conflictsOf, stateOf } from "./config-steps.ts";
import { type ConfigRow, findConfig } from "./configuration.store.ts";
import { wantSections } from "./want-sections.ts";

export const configurationHandlers: Handlers<typeof configurationCalls> = {
  getConfiguration: async ({ containerId }, { actor, db }) => {
    await mustSee(db, actor, containerId);
    return { data: toConfiguration(await findConfig(db, containerId)) };
  },

  setConfiguration: async ({ containerId, seen, ...sections }, context) => ({
    data: toConfiguration(await wantSections({ containerId, sections, seen }, context)),
  }),
};

export function toConfiguration(row: ConfigRow | undefined): Configuration {
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

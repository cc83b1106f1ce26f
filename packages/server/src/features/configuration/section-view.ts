import type { ConfigFault, configSection, SeenVersions } from "@offgrid/contract/core/config-section";
import type { z } from "zod";

import { stateOf } from "./config-steps.ts";
import type { ConfigRow } from "./configuration.store.ts";

type SectionView<Section extends z.ZodType> = z.output<ReturnType<typeof configSection<Section>>>;

/**
 * One section of a configuration on both sides. What a newer controller has there and is not known here is null.
 * @param row Undefined: nobody has asked for anything, and nothing was reported.
 */
export function sectionView<Section extends z.ZodType>(
  row: ConfigRow | undefined,
  name: string,
  schema: Section,
): SectionView<Section> {
  const settingIn = (doc: ConfigRow["doc"]) => schema.safeParse(doc?.[name]).data ?? null;
  const view = {
    state: row ? stateOf(row) : "no_report",
    wanted: row?.wanted
      ? {
          version: row.wantedVersion,
          setting: settingIn(row.wanted),
          by: row.wantedBy === null ? null : { userId: row.wantedBy, name: row.wantedByName },
          at: iso(row.wantedAt),
          expiresAt: iso(row.expiresAt),
        }
      : null,
    reported: row?.doc ? { version: row.version, setting: settingIn(row.doc), at: iso(row.reportedAt) } : null,
    faults: faultsIn(row, name),
  };
  return view as SectionView<Section>;
}

/** The versions that a change is made of. */
export function versionsOf(row: ConfigRow | undefined): z.output<typeof SeenVersions> {
  return { wanted: row?.wantedVersion ?? 0, reported: row?.version ?? 0 };
}

/** What the controller did not take of the version that is wanted, by the names of the section. */
function faultsIn(row: ConfigRow | undefined, name: string): Record<string, ConfigFault> {
  if (!row?.refused || row.refused.version !== row.wantedVersion) return {};
  const own = Object.entries(row.refused.fields).filter(([path]) => path.startsWith(`${name}.`));
  return Object.fromEntries(own.map(([path, fault]) => [path.slice(name.length + 1), fault]));
}

const iso = (at: Date | null) => (at ?? new Date(0)).toISOString();

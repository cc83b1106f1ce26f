import { createHash } from "node:crypto";

import { canonical, sectionOf, valuesByPath } from "@offgrid/contract/configuration/config-doc";
import { needsConfirmation } from "@offgrid/contract/configuration/config-fields";
import {
  differencesOf,
  type SyncDirection,
  type SyncQuestion,
  type SyncStep,
} from "@offgrid/contract/configuration/config-sync";
import type {
  configSyncCalls,
  ContainerSetting,
  SyncReport,
  SyncRule,
} from "@offgrid/contract/configuration/config-sync.calls";
import { Refusal } from "@offgrid/contract/core/refusal";

import type { CallContext, Handlers } from "../../calls/handler.ts";
import { mustSee } from "../../calls/scope.ts";
import type { Db } from "../../core/db.ts";
import { mustNotDisturb } from "../works/works.store.ts";
import { applySync, bothSides, changesOf, conflictsOf, stepsOf, withSyncDue } from "./config-steps.ts";
import {
  type ConfigRow,
  findConfig,
  lockConfig,
  namesOf,
  saveConfig,
  type SectionChange,
} from "./configuration.store.ts";
import { toConfiguration } from "./configuration.handlers.ts";

export const configSyncHandlers: Handlers<typeof configSyncCalls> = {
  getContainerSetting: async ({ containerId }, { actor, db }) => {
    await mustSee(db, actor, containerId);
    return { data: await toSetting(db, await findConfig(db, containerId)) };
  },

  setSyncConfig: async ({ containerId, direction, sections, everyMinutes }, context) => {
    const { actor, db, clock, audit, publish, mustBeConfirmed } = context;
    audit({ target: containerId });
    await mustSee(db, actor, containerId);
    if (direction === "portalToController" && sections.some(needsConfirmation)) mustBeConfirmed();
    const row = await lockConfig(db, containerId);
    if (!row) throw new Refusal("not_found");
    const at = new Date(clock.now()).toISOString();
    const syncRule = direction && { direction, sections: [...new Set(sections)], everyMinutes, by: actor.userId, at };
    await saveConfig(db, withSyncDue({ ...row, syncRule }));
    const shown = (rule: ConfigRow["syncRule"]) =>
      rule && { direction: rule.direction, sections: rule.sections, everyMinutes: rule.everyMinutes };
    audit({ before: { syncRule: shown(row.syncRule) }, after: { syncRule: shown(syncRule) } });
    publish("configChanged", { containerIds: [containerId] });
    return { data: toRule(syncRule, await namesOf(db, [actor.userId])) };
  },

  syncPortalToController: (input, context) => sync("portalToController", input, context),
  syncControllerToPortal: (input, context) => sync("controllerToPortal", input, context),
};

interface SyncInput extends Omit<SyncQuestion, "direction"> {
  containerId: string;
  dryRun: boolean;
  preview?: string | undefined;
}

async function sync(direction: SyncDirection, input: SyncInput, context: CallContext): Promise<{ data: SyncReport }> {
  const { actor, db, clock, audit, publish, mustBeConfirmed } = context;
  const { containerId, dryRun } = input;
  audit({ target: containerId });
  await mustSee(db, actor, containerId);
  const row = dryRun ? await findConfig(db, containerId) : await lockConfig(db, containerId);
  const steps = row ? stepsOf(row, { ...input, direction }) : [];
  const report = { steps: steps.map(withNulls), applied: 0, preview: previewOf(row, steps) };
  const conflicts = (of: ConfigRow | undefined) => (of ? conflictsOf(of) : []);
  if (!row || dryRun) return { data: { ...report, conflicts: conflicts(row) } };
  await mustNotDisturb(db, actor, containerId);
  if (input.preview !== report.preview) throw new Refusal("config_changed");
  if (steps.length === 0) return { data: { ...report, conflicts: conflicts(row) } };
  if (row.trialUntil && row.trialUntil.getTime() > clock.now()) throw new Refusal("config_on_trial");
  if (steps.some((step) => step.direction === "portalToController" && needsConfirmation(sectionOf(step.path))))
    mustBeConfirmed();
  const after = applySync(row, steps, actor.userId, clock.now());
  await saveConfig(db, after);
  audit(changesOf(row.wanted ?? {}, after.wanted ?? {}));
  publish("configQueued", { containerIds: [containerId] });
  publish("configChanged", { containerIds: [containerId] });
  return { data: { ...report, applied: steps.length, conflicts: conflicts(after) } };
}

/** Names the steps on the versions of both sides: nobody carries out what they have not seen. Nothing to do is one thing. */
function previewOf(row: ConfigRow | undefined, steps: readonly SyncStep[]): string {
  const seen = steps.length === 0 ? [] : [row?.wantedVersion ?? 0, row?.store ?? "", row?.version ?? 0];
  const values = steps.map((step) => Object.values(withNulls(step)));
  return createHash("sha256")
    .update(canonical([seen, values]))
    .digest("hex");
}

const withNulls = ({ path, direction, from, to }: SyncStep) => ({
  path,
  direction,
  from: from ?? null,
  to: to ?? null,
});

async function toSetting(db: Db, row: ConfigRow | undefined): Promise<ContainerSetting> {
  const configuration = toConfiguration(row);
  const sides = row && bothSides(row);
  const differences = sides ? differencesOf(sides) : [];
  const paths = row ? [row.wanted ?? {}, row.doc ?? {}].flatMap((doc) => [...valuesByPath(doc).keys()]) : [];
  const people = [...Object.values(row?.wantedChanges ?? {}), row?.syncRule].flatMap((one) => one?.by ?? []);
  const names = await namesOf(db, people);
  return {
    ...configuration,
    differences: differences.map(({ path, wanted, reported, agreed, changed }) => ({
      path,
      wanted: wanted ?? null,
      reported: reported ?? null,
      agreed: agreed ?? null,
      changed,
    })),
    sections: [...new Set(paths.map(sectionOf))].sort().map((name) => ({
      name,
      differing: differences.filter(({ path }) => sectionOf(path) === name).length,
      wantedChange: toChange(row?.wantedChanges[name], names),
      reportedChangeAt: row?.reportedChanges[name] ?? null,
    })),
    inSyncSince: row?.inSyncSince?.toISOString() ?? null,
    syncRule: toRule(row?.syncRule ?? null, names),
  };
}

function toChange(change: SectionChange | undefined, names: ReadonlyMap<string, string>) {
  if (!change) return null;
  const { at, by } = change;
  return { at, by: by === null ? null : { userId: by, name: names.get(by) ?? null } };
}

const noRule = { direction: null, sections: [], everyMinutes: 60, by: null, at: null, stoppedAt: null };

function toRule(rule: ConfigRow["syncRule"], names: ReadonlyMap<string, string>): SyncRule {
  const change = toChange(rule ?? undefined, names);
  if (!rule || !change) return noRule;
  const { direction, sections, everyMinutes, stoppedAt = null } = rule;
  return { direction, sections, everyMinutes, ...change, stoppedAt };
}

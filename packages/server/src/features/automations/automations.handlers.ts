import type { automationCalls } from "@offgrid/contract/automations/automations.calls";
import {
  Automations,
  metricsReadBy,
  outputsSetBy,
  readableAutomations,
  tooMuch,
} from "@offgrid/contract/automations/automations.schema";
import { conflictsOf } from "@offgrid/contract/automations/conflicts";
import type { ConfigSection } from "@offgrid/contract/configuration/config-doc";
import { Refusal } from "@offgrid/contract/core/refusal";
import { randomUUID } from "node:crypto";

import type { CallContext, Handlers } from "../../calls/handler.ts";
import { mustSee, visibleContainers } from "../../calls/scope.ts";
import { readContainers } from "../../history/chart-containers.store.ts";
import { chartQueueOf } from "../../history/charts/chart-queue.ts";
import { type ConfigRow, findConfig, findPlace, lockConfig } from "../configuration/configuration.store.ts";
import { sectionView } from "../configuration/section-view.ts";
import { wantSections } from "../configuration/want-sections.ts";
import { listAutomations, listRuns, listSwitchings } from "./automations.store.ts";
import { pastRuns } from "./past-runs.ts";
import { shownConflict, tryOut } from "./try-out.ts";

const hourMs = 3_600_000;

export const automationHandlers: Handlers<typeof automationCalls> = {
  automationList: async ({ containerId }, { actor, db }) => {
    if (containerId !== undefined) await mustSee(db, actor, containerId);
    const rows = await listAutomations(db, actor, containerId);
    const data = rows.map((row) => {
      const { containerId: id, containerName, outputNames } = row;
      return { containerId: id, containerName, outputNames, ...sectionView(row, "automations", Automations) };
    });
    return { data };
  },

  automationSave: async ({ containerId, id: given, automation, seen }, context) => {
    const { actor, clock, db, audit } = context;
    audit({ target: containerId });
    await mustSee(db, actor, containerId);
    const before = sectionIn(await lockConfig(db, containerId));
    if (given !== undefined && !before[given]) throw new Refusal("not_found");
    const id = given ?? newId(clock.now());
    return saveAll({ containerId, id, seen, all: { ...before, [id]: automation } }, context);
  },

  automationDelete: async ({ containerId, id, seen }, context) => {
    const { actor, db, audit } = context;
    audit({ target: containerId });
    await mustSee(db, actor, containerId);
    const { [id]: removed, ...all } = sectionIn(await lockConfig(db, containerId));
    if (!removed) throw new Refusal("not_found");
    return saveAll({ containerId, id, seen, all }, context);
  },

  automationRuns: async ({ containerId, id }, { actor, db }) => {
    await mustSee(db, actor, containerId);
    const rule = readableAutomations(sectionIn(await findConfig(db, containerId)))[id];
    const runs = await listRuns(db, containerId, id);
    const oldest = runs.at(-1);
    const switched = oldest ? await listSwitchings(db, containerId, id, oldest.at) : [];
    return {
      data: pastRuns(
        runs.map(({ data }) => data),
        switched,
        rule,
      ),
    };
  },

  automationRun: ({ containerId, id = "new", automation: given, hours, at }, { actor, db, clock, signal }) => {
    const dryRun = async () => {
      await mustSee(db, actor, containerId);
      const before = readableAutomations(sectionIn(await findConfig(db, containerId)));
      const automation = given ?? before[id];
      if (!automation) throw new Refusal("not_found");
      const { shadow: _, ...acting } = automation;
      const automations = withSharedOutputs({ ...before, [id]: { ...acting, enabled: true } }, id);
      const metrics = [...new Set(Object.values(automations).flatMap(metricsReadBy))];
      const [container] = await readContainers(db, visibleContainers(db, actor), [containerId], metrics);
      if (!container) throw new Refusal("not_found");
      const place = await findPlace(db, containerId);
      const toMs = clock.now();
      const range = { fromMs: toMs - hours * hourMs, toMs };
      const atMs = at === undefined ? undefined : Date.parse(at);
      return { data: await tryOut(db, container, { id, automations, metrics, place, range, atMs }, signal) };
    };
    return chartQueueOf(db).run(actor.userId, dryRun, { signal });
  },
};

/** What the portal wants, or what the controller runs where nobody has asked for anything. */
function sectionIn(row: ConfigRow | undefined): ConfigSection {
  return (row?.wanted ?? row?.doc)?.["automations"] ?? {};
}

/** Alphabetical order is the order of age. */
function newId(nowMs: number): string {
  return `${nowMs.toString(36)}${randomUUID().slice(0, 4)}`;
}

interface Saved {
  containerId: string;
  id: string;
  seen: { wanted: number; reported: number } | undefined;
  /** As they are stored: what cannot be read here stays as it is. */
  all: object;
}

/** @throws Refusal bad_input where there are too many, and what `wantSections` throws. */
async function saveAll({ containerId, id, seen, all }: Saved, context: CallContext) {
  const fault = tooMuch(all);
  if (fault !== undefined) throw new Refusal("bad_input", { fields: { automation: fault } });
  const fieldOf = (path: string) => path.replace(`automations.${id}.`, "automation.");
  const row = await wantSections({ containerId, sections: { automations: all }, seen, fieldOf }, context);
  const conflicts = conflictsOf(readableAutomations({ ...all })).filter(
    ({ winner, loser }) => winner === id || loser === id,
  );
  return {
    data: { id, conflicts: conflicts.map(shownConflict), setting: sectionView(row, "automations", Automations) },
  };
}

/** The one that is tried, with those that set one of its outputs. */
function withSharedOutputs(automations: Automations, id: string): Automations {
  const own = automations[id] ? outputsSetBy(automations[id]) : [];
  return Object.fromEntries(
    Object.entries(automations).filter(
      ([other, automation]) => other === id || outputsSetBy(automation).some((output) => own.includes(output)),
    ),
  );
}

import { needsConfirmation } from "@offgrid/contract/configuration/config-fields";
import { longestDoc } from "@offgrid/contract/configuration/configuration.schema";
import { type ConfigDoc, isSameDoc } from "@offgrid/contract/configuration/config-doc";
import { slowestBatterySeconds, tooSlowKeys } from "@offgrid/contract/devices/device-settings";
import type { SeenVersions } from "@offgrid/contract/core/config-section";
import { Refusal } from "@offgrid/contract/core/refusal";
import type { z } from "zod";

import type { CallContext } from "../../calls/handler.ts";
import { mustSee } from "../../calls/scope.ts";
import type { Db } from "../../core/db.ts";
import { type Equipment, findEquipment } from "../commands/outputs.store.ts";
import { mustFailSafe } from "../commands/set-output.ts";
import { mustNotDisturb } from "../works/works.store.ts";
import { changesOf, want } from "./config-steps.ts";
import { type ConfigRow, findConfig, findPlace, lockConfig, saveConfig } from "./configuration.store.ts";
import { missingOutputsOf, outputsTurnedOn } from "./section-outputs.ts";
import { hasSectionsByPlace, sectionOfPlace } from "./section-place.ts";

export interface SectionsOrder {
  containerId: string;
  /** Whole sections. */
  sections: Record<string, object | undefined>;
  seen: z.infer<typeof SeenVersions> | undefined;
  /** The field of the call's input that a path of the sections came from; left out: the path itself. */
  fieldOf?: (path: string) => string;
}

/**
 * Asks a controller for sections of its configuration: the one way in which a setting reaches it, whichever call it came by.
 * @throws Refusal not_found, works_by_other, bad_input, confirm_needed, fail_safe_unproved, config_on_trial, config_changed
 */
export async function wantSections(
  { containerId, sections: wanted, seen, fieldOf = (path) => path }: SectionsOrder,
  { actor, db, clock, audit, publish, mustBeConfirmed }: CallContext,
): Promise<ConfigRow | undefined> {
  audit({ target: containerId });
  await mustSee(db, actor, containerId);
  await mustNotDisturb(db, actor, containerId);
  const sections = docOf(wanted);
  if (Object.keys(sections).length === 0)
    throw new Refusal("bad_input", { fields: { keepAlive: "Please fill full fields" } });
  if (Object.keys(sections).some(needsConfirmation)) mustBeConfirmed();
  const before = await lockConfig(db, containerId);
  if (!before) throw new Refusal("not_found");
  const nowMs = clock.now();
  if (before.trialUntil && before.trialUntil.getTime() > nowMs) throw new Refusal("config_on_trial");
  if (seen && !isAsSeen(before, seen, sections)) throw new Refusal("config_changed");
  const { outputs = [] } = (await findEquipment(db, containerId)) ?? {};
  mustHaveOutputs(outputs, before, sections, fieldOf);
  await mustBeReadOften(db, containerId, { before, sections, fieldOf });
  const turnedOn = outputsTurnedOn(sections, before.wanted ?? {});
  mustFailSafe(
    outputs.filter(({ target }) => turnedOn.includes(target)),
    mustBeConfirmed,
  );
  const row = want(before, await withPlace(db, containerId, sections), actor.userId, nowMs);
  mustFit(row, sections, fieldOf);
  await saveConfig(db, row);
  audit(changesOf(before.wanted ?? {}, row.wanted ?? {}));
  publish("configQueued", { containerIds: [containerId] });
  publish("configChanged", { containerIds: [containerId] });
  return findConfig(db, containerId);
}

/** A report that only says what was asked for, and was seen, is news to nobody: a second change may follow at once. */
function isAsSeen(
  { wantedVersion, wanted, version, doc }: ConfigRow,
  seen: NonNullable<SectionsOrder["seen"]>,
  sections: ConfigDoc,
): boolean {
  if (seen.wanted !== wantedVersion) return false;
  if (seen.reported === version) return true;
  const parts = (of: ConfigDoc | null) =>
    Object.fromEntries(Object.keys(sections).map((name) => [name, of?.[name] ?? {}]));
  return wanted !== null && isSameDoc(parts(wanted), parts(doc));
}

/**
 * What a container has is known once its controller has connected; until then any output may be named.
 * @throws Refusal bad_input
 */
function mustHaveOutputs(
  outputs: Equipment["outputs"],
  { wanted }: ConfigRow,
  sections: ConfigDoc,
  fieldOf: (path: string) => string,
): void {
  if (outputs.length === 0) return;
  const targets = outputs.map(({ target }) => target);
  const faults = Object.entries(missingOutputsOf(sections, wanted ?? {}, targets));
  if (faults.length === 0) return;
  throw new Refusal("bad_input", { fields: Object.fromEntries(faults.map(([path, text]) => [fieldOf(path), text])) });
}

/** What was wanted already and stays as it is does not count. @throws Refusal bad_input */
async function mustBeReadOften(
  db: Db,
  containerId: string,
  { before, sections, fieldOf }: { before: ConfigRow; sections: ConfigDoc; fieldOf: (path: string) => string },
): Promise<void> {
  const section = sections["devices"];
  if (!section) return;
  const row = await db
    .selectFrom("containerLatest")
    .select("devices")
    .where("containerId", "=", containerId)
    .executeTakeFirst();
  const isNew = (key: string) => section[key] !== before.wanted?.["devices"]?.[key];
  const slow = tooSlowKeys(section, row?.devices ?? []).filter(isNew);
  if (slow.length === 0) return;
  const text = `Load protection needs a reading of the battery every ${slowestBatterySeconds} seconds at least.`;
  throw new Refusal("bad_input", { fields: Object.fromEntries(slow.map((key) => [fieldOf(`devices.${key}`), text])) });
}

/** @throws Refusal bad_input when the whole would be more than a controller takes. */
function mustFit({ wanted }: ConfigRow, sections: ConfigDoc, fieldOf: (path: string) => string): void {
  if (JSON.stringify(wanted).length <= longestDoc) return;
  const fields = Object.keys(sections).map((section) => [fieldOf(section), "This is more than a controller can take."]);
  throw new Refusal("bad_input", { fields: Object.fromEntries(fields) });
}

/** Times and the sun of plans and automations are those of the place where the container stands. */
async function withPlace(db: Db, containerId: string, sections: ConfigDoc): Promise<ConfigDoc> {
  const place = hasSectionsByPlace(sections) ? await findPlace(db, containerId) : undefined;
  return place ? { ...sections, ...sectionOfPlace(place) } : sections;
}

/** The sections that were given, without what they leave out. */
function docOf(sections: SectionsOrder["sections"]): ConfigDoc {
  return JSON.parse(JSON.stringify(sections)) as ConfigDoc;
}

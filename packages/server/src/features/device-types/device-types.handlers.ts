import type { deviceTypeCalls } from "@offgrid/contract/device-types/device-types.calls";
import type { DeviceType, DeviceTypeInput } from "@offgrid/contract/device-types/device-types.schema";
import { Refusal } from "@offgrid/contract/core/refusal";

import type { CallContext, Handlers } from "../../calls/handler.ts";
import { visibleAmong } from "../users/people.scope.ts";
import * as types from "./device-types.store.ts";
import type { TypeInFile } from "./read-types-file.ts";
import { compareType, type TypeChange } from "./type-changes.ts";
import { readTypes } from "./types-work.ts";

export const deviceTypeHandlers: Handlers<typeof deviceTypeCalls> = {
  getDeviceTypes: async (_, { actor, db }) => {
    const stored = await types.list(db);
    const uses = await types.findUses(db, actor, stored);
    const seen = await visibleAmong(
      db,
      actor,
      stored.flatMap(({ savedBy }) => savedBy ?? []),
    );
    return { data: stored.map((type) => toType(type, seen, uses.get(type.id))) };
  },

  deviceTypeSave: async ({ revision, ...type }, context) => {
    const before = revision === 0 ? undefined : await mustLock(context, type.id, revision);
    const { db, actor, clock, audit } = context;
    const next = await types.save(db, type, before?.revision ?? 0, actor.userId, clock.now());
    audit({ target: type.id, ...(before && { before: noted(before) }), after: noted(type) });
    return { data: { id: type.id, revision: next } };
  },

  deviceTypeDelete: async ({ id, revision }, context) => {
    const { db, actor, audit } = context;
    const before = await mustLock(context, id, revision);
    if ((await types.findUses(db, actor, await types.listHeads(db))).get(id)) throw new Refusal("device_type_used");
    await types.remove(db, id);
    audit({ target: id, before: noted(before) });
    return {};
  },

  deviceTypeImport: async ({ text, dryRun, only, seen }, context) => {
    const read = await readTypes(text, context);
    const types = read.faults.length > 0 ? [] : chosenOf(read.types, only);
    const found = await compare(context, types);
    const isStored = !dryRun && read.faults.length === 0;
    // A look at a file changes nothing.
    context.audit(isStored ? { after: { types: changesIn(found) } } : { isNothing: true });
    // In one order, so that two files that have the same types wait for each other instead of for one another's end.
    const inOrder = found.toSorted((one, other) => (one.type.id < other.type.id ? -1 : 1));
    if (isStored) for (const one of inOrder) await store(context, one, seen);
    return { data: { faults: read.faults, types: found.map(({ change }) => change), isStored } };
  },
};

/** @throws Refusal bad_input where the file has not all of those that were chosen. */
function chosenOf(read: readonly TypeInFile[], only: readonly string[] | undefined): readonly TypeInFile[] {
  if (!only) return read;
  const chosen = read.filter(({ type }) => only.includes(type.id));
  if (chosen.length < new Set(only).size) {
    throw new Refusal("bad_input", { fields: { only: "The file has no such type." } });
  }
  return chosen;
}

interface Found {
  type: DeviceTypeInput;
  before: types.StoredType | undefined;
  change: TypeChange;
}

async function compare({ db }: CallContext, read: readonly TypeInFile[]): Promise<Found[]> {
  const known = new Map((await types.list(db)).map((type) => [type.id, type]));
  return read.map((one) => {
    const before = known.get(one.type.id);
    return { type: one.type, before, change: compareType(one, before) };
  });
}

/**
 * @param seen The revisions of the preview, in which a type that is left out was new; undefined: none was looked at.
 * @throws Refusal device_type_changed
 */
async function store(
  context: CallContext,
  { type, before, change }: Found,
  seen: Readonly<Record<string, number>> | undefined,
): Promise<void> {
  if (change.change === "same") return;
  const { db, actor, clock } = context;
  const revision = before?.revision ?? 0;
  if (before && seen && (seen[type.id] ?? 0) !== revision) throw changedBy(before);
  if (before) await mustLock(context, type.id, revision);
  try {
    await types.save(db, type, revision, actor.userId, clock.now());
  } catch (error) {
    // Somebody has made it meanwhile.
    const made = error instanceof Refusal && before === undefined ? await types.lock(db, type.id) : undefined;
    throw made ? changedBy(made) : error;
  }
}

/** What an import does, as the audit log has it: the types that it makes or changes, in one text each. */
function changesIn(found: readonly Found[]): string[] {
  return found.flatMap(({ change: { id, change } }) => (change === "same" ? [] : [`${id}: ${change}`]));
}

/** @throws Refusal not_found, device_type_changed */
async function mustLock({ db }: CallContext, id: string, revision: number): Promise<types.StoredType> {
  const type = await types.lock(db, id);
  if (!type) throw new Refusal("not_found");
  if (type.revision !== revision) throw changedBy(type);
  return type;
}

function changedBy({ savedByName, savedAt }: types.StoredType): Refusal {
  return new Refusal("device_type_changed", { holder: { name: savedByName, since: savedAt.toISOString() } });
}

/** What the audit log has of a type. */
function noted({ name, maker, model, kind, parameters }: DeviceTypeInput) {
  return { name, maker, model, kind, parameters: parameters.length };
}

function toType(
  { savedBy, savedByName, savedAt, ...type }: types.StoredType,
  seen: ReadonlySet<string>,
  { devices = 0, containers = [], isUsed = false }: Partial<types.TypeUse> = {},
): DeviceType {
  return {
    ...type,
    savedAt: savedAt.toISOString(),
    savedBy: savedBy === null || !seen.has(savedBy) ? null : { userId: savedBy, name: savedByName },
    devices,
    containers,
    isUsed,
  };
}

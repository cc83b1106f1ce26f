import { randomUUID } from "node:crypto";

import { Refusal } from "@offgrid/contract/core/refusal";
import { archiveFault, readManifest, releaseProduct } from "@offgrid/contract/upgrades/release-check";
import { isUpgradeOver } from "@offgrid/contract/upgrades/upgrade-moves";
import type { upgradeCalls } from "@offgrid/contract/upgrades/upgrades.calls";
import { type ContainerUpgrade, SignedManifest } from "@offgrid/contract/upgrades/upgrades.schema";

import type { Handlers } from "../../calls/handler.ts";
import { mustSee, mustServeAll } from "../../calls/scope.ts";
import type { Db } from "../../core/db.ts";
import * as releases from "./releases.store.ts";
import { findPlace, waitsOf } from "./upgrade-gates.ts";
import * as upgrades from "./upgrades.store.ts";

const shownUpgrades = 50;
const headerBytes = 4_096;
/** Before the week is over that an upgrade may wait. */
const furthestMs = 6 * 86_400_000;

export const upgradeHandlers: Handlers<typeof upgradeCalls> = {
  releaseUpload: async ({ file, notes }, { actor, db, clock, config, audit }) => {
    const release = readRelease(Buffer.from(file, "base64"), config.releaseKeys);
    const { version, seq } = release;
    audit({ target: version, after: { version, seq } });
    // Numbers rise, also where two are added at the same time.
    await releases.lockReleases(db);
    const newest = await releases.findNewest(db);
    if (newest && newest.seq >= seq) throw new Refusal("release_older");
    const isNew = await releases.insertRelease(db, { ...release, notes, userId: actor.userId }, clock.now());
    const row = await releases.findRelease(db, version);
    if (!isNew || !row) throw new Refusal("release_older");
    return { data: toRelease(row) };
  },

  getNewestContainerVersion: async (_, { db, config }) => {
    const newest = await releases.findNewest(db);
    return { data: newest ? toRelease(newest) : null, canAdd: config.releaseKeys.length > 0 };
  },

  upgradeContainer: async ({ containerId, version, when }, { actor, db, clock, audit, publish }) => {
    audit({ target: containerId, after: { version, ...(when !== undefined && { when }) } });
    await mustServeAll(db, actor, [containerId]);
    if (when !== undefined && Date.parse(when) > clock.now() + furthestMs)
      throw new Refusal("bad_input", { fields: { when: "An upgrade is planned six days ahead at most." } });
    const release = await releases.findRelease(db, version);
    if (!release) throw new Refusal("not_found");
    const { running } = await findProgram(db, containerId);
    const runs = running === null ? undefined : await releases.findRelease(db, running);
    if (running === version || (runs && runs.seq >= release.seq)) throw new Refusal("release_not_newer");
    const id = randomUUID();
    const one = { id, containerId, version, userId: actor.userId, installAt: when };
    if (!(await upgrades.insertUpgrade(db, one, clock.now()))) throw new Refusal("upgrade_open");
    const row = await upgrades.findUpgrade(db, id);
    if (!row) throw new Refusal("not_found");
    publish("upgradesWaiting", { upgradeIds: [id] });
    publish("upgradeChanged", { containerIds: [containerId] });
    return { data: toUpgrade(row) };
  },

  upgradeCancel: async ({ upgradeId }, { actor, db, clock, audit, publish }) => {
    const row = await upgrades.lockUpgrade(db, upgradeId);
    if (!row) throw new Refusal("not_found");
    await mustSee(db, actor, row.containerId);
    audit({ target: row.containerId, before: { version: row.version } });
    if ((await upgrades.applyEvent(db, row, "cancel", clock.now())) === undefined) throw new Refusal("upgrade_begun");
    publish("upgradeChanged", { containerIds: [row.containerId] });
    return {};
  },

  upgradeOverBundle: async ({ upgradeId, reason }, { actor, db, clock, audit, publish }) => {
    const row = await upgrades.lockUpgrade(db, upgradeId);
    if (!row) throw new Refusal("not_found");
    await mustSee(db, actor, row.containerId);
    audit({ target: row.containerId, after: { version: row.version, reason } });
    if (row.state !== "gated") throw new Refusal("upgrade_begun");
    await upgrades.noteOverBundle(db, upgradeId, actor.userId, reason, clock.now());
    publish("upgradesWaiting", { upgradeIds: [upgradeId] });
    publish("upgradeChanged", { containerIds: [row.containerId] });
    return { data: toUpgrade((await upgrades.findUpgrade(db, upgradeId)) ?? row) };
  },

  containerUpgradeList: async ({ containerId }, { actor, db, clock, portalStartedAtMs }) => {
    await mustSee(db, actor, containerId);
    const rows = await upgrades.listUpgrades(db, containerId, shownUpgrades);
    const place = await findPlace(db, containerId, clock.now(), portalStartedAtMs);
    const [last] = rows;
    const open = last && !isUpgradeOver(last.state) ? last : undefined;
    const version = open?.version ?? (await releases.findNewest(db))?.version;
    const load =
      version === undefined ? undefined : await upgrades.findLoad(db, { overBundleAt: null, ...open, version });
    return {
      data: rows.map(toUpgrade),
      ...(await findProgram(db, containerId)),
      waits: waitsOf(place, load, clock.now()),
    };
  },
};

/** What a container's controller has said of itself. */
async function findProgram(db: Db, containerId: string): Promise<{ running: string | null; canUpgrade: boolean }> {
  const row = await db
    .selectFrom("containerLatest")
    .select(["software", "capabilities"])
    .where("containerId", "=", containerId)
    .executeTakeFirst();
  return { running: row?.software ?? null, canUpgrade: row?.capabilities?.includes("upgrade") ?? false };
}

/** @throws Refusal bad_release when it is not what somebody with one of the keys has signed. */
function readRelease(file: Buffer, keys: readonly string[]): Omit<releases.NewRelease, "notes" | "userId"> {
  const end = file.subarray(0, headerBytes).indexOf("\n");
  const signed = SignedManifest.safeParse(parseJson(file.toString("utf8", 0, Math.max(0, end)))).data;
  const read = signed && readManifest(signed, keys);
  if (!signed || !read || "fault" in read) throw new Refusal("bad_release");
  const { manifest } = read;
  const archive = file.subarray(end + 1);
  const isWhole = archiveFault(manifest, archive) === undefined;
  if (!isWhole || manifest.product !== releaseProduct || !releases.archivePath.test(manifest.url))
    throw new Refusal("bad_release");
  return { ...signed, version: manifest.version, seq: manifest.seq, path: manifest.url, archive };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toRelease({ version, seq, notes, size, uploadedAt }: releases.ReleaseRow) {
  return { version, seq, notes, size, releasedAt: uploadedAt.toISOString() };
}

function toUpgrade(row: upgrades.UpgradeRow): ContainerUpgrade {
  const { id, containerId, version, state, gates, reason, log, progress, bytes, userName } = row;
  const { overBundleAt, overBundleReason, overBundleName } = row;
  const iso = (at: Date | null) => at?.toISOString() ?? null;
  return {
    ...{ upgradeId: id, containerId, version, state, gates, reason, log, progress, bytes, by: userName },
    overBundle: overBundleAt && {
      ...{ by: overBundleName, at: overBundleAt.toISOString(), reason: overBundleReason ?? "" },
    },
    at: row.createdAt.toISOString(),
    installAt: iso(row.installAt),
    startedAt: iso(row.startedAt),
    bootedAt: iso(row.bootedAt),
    endedAt: iso(row.endedAt),
  };
}

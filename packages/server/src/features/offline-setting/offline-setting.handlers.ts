import { isSameValue } from "@offgrid/contract/configuration/config-doc";
import { KeepAliveSection } from "@offgrid/contract/configuration/configuration.schema";
import { Refusal } from "@offgrid/contract/core/refusal";
import {
  lastArrivals,
  type OfflineSetting,
  type offlineSettingCalls,
} from "@offgrid/contract/offline-setting/offline-setting.calls";

import type { Handlers } from "../../calls/handler.ts";
import { mustSee } from "../../calls/scope.ts";
import type { Db } from "../../core/db.ts";
import { readLastArrivals } from "../../history/tiers/arrivals.store.ts";
import { type ConfigRow, findConfig, lockConfig } from "../configuration/configuration.store.ts";
import { sectionView, versionsOf } from "../configuration/section-view.ts";
import { wantSections } from "../configuration/want-sections.ts";
import { findTimes, lockTimes, saveTimes } from "./offline-setting.store.ts";

const section = "keepAlive";

export const offlineSettingHandlers: Handlers<typeof offlineSettingCalls> = {
  getLastArrivals: async ({ containerId }, { actor, db }) => {
    await mustSee(db, actor, containerId);
    const { atMs, receivedMs } = await readLastArrivals(db, containerId, lastArrivals);
    const iso = (ms: number) => new Date(ms).toISOString();
    const data = atMs.map((at, place) => ({ at: iso(at), receivedAt: iso(receivedMs[place] as number) }));
    return { data: data.toReversed() };
  },

  getOfflineSetting: async ({ containerId }, { actor, db }) => {
    await mustSee(db, actor, containerId);
    return { data: await settingOf(db, containerId, await findConfig(db, containerId)) };
  },

  saveOfflineSetting: async ({ containerId, keepAliveSeconds, seen, timesSeen, ...times }, context) => {
    const { actor, db, audit, publish } = context;
    await mustSee(db, actor, containerId);
    // One after the other: what the second has seen is no longer so.
    let row = await lockConfig(db, containerId);
    // What the controller has reported since matters only to its own section, which is looked at with its change.
    if (seen && seen.wanted !== versionsOf(row).wanted) throw new Refusal("config_changed");
    const { timesVersion, ...stored } = await lockTimes(db, containerId);
    if (timesSeen !== undefined && timesSeen !== timesVersion) throw new Refusal("config_changed");
    const before = await settingOf(db, containerId, row);
    if (keepAliveSeconds !== undefined && keepAliveSeconds !== before.keepAliveSeconds) {
      const others = row?.wanted?.[section] ?? row?.doc?.[section];
      const sections = { [section]: { ...others, linkSeconds: keepAliveSeconds } };
      row = await wantSections({ containerId, sections, seen, fieldOf: () => "keepAliveSeconds" }, context);
    }
    if (!isSameValue(times, stored)) await saveTimes(db, containerId, times);
    const data = await settingOf(db, containerId, row);
    audit({ target: containerId, before: auditOf(before), after: auditOf(data) });
    publish("containerChanged", { containerIds: [containerId] });
    return { data };
  },
};

async function settingOf(db: Db, containerId: string, row: ConfigRow | undefined): Promise<OfflineSetting> {
  const { state, wanted, reported } = sectionView(row, section, KeepAliveSection);
  return {
    keepAliveSeconds: wanted?.setting?.linkSeconds ?? null,
    runningKeepAliveSeconds: reported?.setting?.linkSeconds ?? null,
    state,
    seen: { wanted: wanted?.version ?? 0, reported: reported?.version ?? 0 },
    ...(await findTimes(db, containerId)),
  };
}

function auditOf({ keepAliveSeconds, offlineAfterSeconds, justOfflineSeconds }: OfflineSetting) {
  return { keepAliveSeconds, offlineAfterSeconds, justOfflineSeconds };
}

import { isDeepStrictEqual } from "node:util";

import { Refusal } from "@offgrid/contract/core/refusal";
import type { settingsCalls } from "@offgrid/contract/settings/settings.calls";
import { contradiction } from "@offgrid/contract/settings/setting-limits";
import type { PortalSetting, PortalSettingName } from "@offgrid/contract/settings/settings.schema";

import { tellAtCommit } from "../../bus/announcement.ts";
import type { Handlers } from "../../calls/handler.ts";
import { type LiveConfig, logoPath } from "../../config/live-config.ts";
import type { Db } from "../../core/db.ts";
import { readHealth } from "./health.store.ts";
import { logoIn, readLogo, saveLogo } from "./logo.store.ts";
import { tilesIn } from "./map-tiles.ts";
import { sendingHandlers } from "./sending.handlers.ts";
import * as settings from "./settings.store.ts";

const refusalOf: Partial<Record<PortalSettingName, string>> = {
  rollupDays: "Quarter-hour values are kept at least as long as single readings.",
  notificationDays: "Notifications are kept no longer than events.",
};

export const settingsHandlers: Handlers<typeof settingsCalls> = {
  ...sendingHandlers,

  getPortalSetting: async (_, { db, liveConfig }) => answer(db, liveConfig),

  savePortalSetting: async (changes, { db, audit, liveConfig }) => {
    await settings.hold(db);
    const before = await answer(db, liveConfig);
    for (const [name, value] of Object.entries(changes) as [PortalSettingName, unknown][]) {
      if (value === null) await settings.undo(db, name);
      else if (value !== undefined) await settings.save(db, name, value);
    }
    const after = await answer(db, liveConfig);
    const wrong = contradiction(after.data);
    if (wrong) throw new Refusal("bad_input", { fields: { [wrong]: refusalOf[wrong] ?? "" } });
    await tellAtCommit(db, "settingsChanged", {});
    const isChanged = !isDeepStrictEqual(before.data, after.data);
    audit(isChanged ? { target: "portal", before: before.data, after: after.data } : { isNothing: true });
    return after;
  },

  savePortalLogo: async ({ picture }, { db, audit, liveConfig }) => {
    const logo = picture === null ? undefined : logoIn(picture);
    await settings.hold(db);
    const before = await readLogo(db);
    await saveLogo(db, logo);
    await tellAtCommit(db, "settingsChanged", {});
    const noted = (one: typeof logo) => ({ logo: one?.hash ?? null });
    audit({ target: "portal", before: noted(before), after: noted(logo) });
    return answer(db, liveConfig);
  },

  getPortalHealth: async (_, { db, config, clock }) => ({ data: await readHealth(db, config, clock.now()) }),
};

async function answer(db: Db, { usual: { map, ...usual } }: LiveConfig) {
  const logo = logoPath(await readLogo(db)) ?? null;
  const changed = await settings.readChanged(db);
  const whole: PortalSetting = { ...settings.usual, ...usual, mapTiles: tilesIn(map) };
  return { data: { ...whole, ...changed }, usual: whole, logo, changed: Object.keys(changed) };
}

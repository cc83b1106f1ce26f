import type { appCalls } from "@offgrid/contract/app/app.calls";
import { frontVersion, mqttVersion, releaseDate, restVersion } from "@offgrid/contract/core/constants";

import type { Handlers } from "../../calls/handler.ts";
import * as portal from "./app.store.ts";

export const appHandlers: Handlers<typeof appCalls> = {
  getAppVersion: async (_, { config }) => ({
    version: { mqtt_version: mqttVersion, rest_version: restVersion, front_version: frontVersion, date: releaseDate },
    name: config.portalName,
    demo: config.demo,
  }),

  getPortalSetting: async (_, { db }) => ({ data: await portal.setting(db) }),

  savePortalSetting: async (changes, { db, audit }) => {
    const before = await portal.setting(db);
    for (const name of portal.settingNames) {
      const value = changes[name];
      if (value !== undefined) await portal.save(db, name, value);
    }
    const after = await portal.setting(db);
    audit({ target: "portal", before, after });
    return { data: after };
  },
};

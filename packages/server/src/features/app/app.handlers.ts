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

  savePortalSetting: async ({ registration }, { db, audit }) => {
    const before = await portal.setting(db);
    if (registration !== undefined) await portal.save(db, "registration", registration);
    const after = await portal.setting(db);
    audit({ target: "portal", before, after });
    return { data: after };
  },
};

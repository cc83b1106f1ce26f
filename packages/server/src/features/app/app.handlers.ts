import type { appCalls } from "@offgrid/contract/app/app.calls";
import { frontVersion, mqttVersion, releaseDate, restVersion } from "@offgrid/contract/core/constants";

import type { Handlers } from "../../calls/handler.ts";

export const appHandlers: Handlers<typeof appCalls> = {
  getAppVersion: async (_, { config }) => ({
    version: { mqtt_version: mqttVersion, rest_version: restVersion, front_version: frontVersion, date: releaseDate },
    name: config.portalName,
    demo: config.demo,
  }),
};

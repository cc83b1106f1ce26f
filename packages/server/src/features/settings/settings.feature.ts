import { keepFresh } from "../../bus/keep-fresh.ts";
import { defineFeature } from "../../calls/feature.ts";
import { reloadSettings } from "./reload.ts";

export const settingsFeature = defineFeature((base) => {
  const reload = () => reloadSettings(base.db, base.liveConfig, base.box);
  return {
    subscriptions: {
      process: () => keepFresh(base.bus, base.log, { name: "settings of the portal", when: "settingsChanged", reload }),
    },
  };
});

import { fileURLToPath } from "node:url";

import { defineFeature } from "../../calls/feature.ts";
import { MapFiles } from "./map-files.ts";

/** Where the build of the web app puts it. */
const worldPath = fileURLToPath(new URL("../../../../web/dist/world.pmtiles", import.meta.url));

export const mapFeature = defineFeature(({ config, log }) => {
  const mapFiles = new MapFiles(config, worldPath, log);
  return {
    services: { mapFiles },
    subscriptions: { process: () => () => mapFiles.close() },
  };
});

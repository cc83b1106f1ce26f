import type { mapCalls } from "@offgrid/contract/map/map.calls";

import type { Handlers } from "../../calls/handler.ts";
import { nameOf } from "./map-files.ts";

export const mapHandlers: Handlers<typeof mapCalls> = {
  getMap: async (_, { mapFiles }) => {
    const [world, region] = await Promise.all([mapFiles.look("world"), mapFiles.look("region")]);
    return {
      data: {
        world: world && "archive" in world ? { version: world.version, ...world.archive.facts } : null,
        region:
          region && "archive" in region
            ? {
                version: region.version,
                ...region.archive.facts,
                attribution: region.archive.facts.attribution ?? null,
              }
            : null,
        problem: region && "fault" in region ? { file: nameOf(region), fault: region.fault } : null,
      },
    };
  },
};

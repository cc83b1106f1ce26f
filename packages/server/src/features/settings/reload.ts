import type { LiveConfig } from "../../config/live-config.ts";
import type { Db } from "../../core/db.ts";
import { readLogo } from "./logo.store.ts";
import { withTiles } from "./map-tiles.ts";
import { readChanged } from "./settings.store.ts";

/** From now on this process goes by what people have changed until now. */
export async function reloadSettings(db: Db, liveConfig: LiveConfig): Promise<void> {
  const { registration: _, chartLinks: __, mapTiles, ...changed } = await readChanged(db);
  const logo = await readLogo(db);
  liveConfig.change({ ...changed, logo, ...(mapTiles && { map: withTiles(liveConfig.usual.map, mapTiles) }) });
}

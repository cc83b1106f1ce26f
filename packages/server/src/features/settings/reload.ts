import type { LiveConfig } from "../../config/live-config.ts";
import type { Db } from "../../core/db.ts";
import type { SecretBox } from "../../core/secret-box.ts";
import { readLogo } from "./logo.store.ts";
import { withTiles } from "./map-tiles.ts";
import { changedSending, readKept } from "./sending.store.ts";
import { readChanged } from "./settings.store.ts";

/** From now on this process goes by what people have changed until now. */
export async function reloadSettings(db: Db, liveConfig: LiveConfig, box: SecretBox): Promise<void> {
  const { registration: _, chartLinks: __, mapTiles, ...changed } = await readChanged(db);
  const logo = await readLogo(db);
  const sending = changedSending(await readKept(db, box), liveConfig.usualSending);
  const map = mapTiles && { map: withTiles(liveConfig.usual.map, mapTiles) };
  liveConfig.change({ ...changed, logo, ...map, ...sending });
}

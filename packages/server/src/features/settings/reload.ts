import type { LiveConfig } from "../../config/live-config.ts";
import type { Db } from "../../core/db.ts";
import { readChanged } from "./settings.store.ts";

/** From now on this process goes by what people have changed until now. */
export async function reloadSettings(db: Db, liveConfig: LiveConfig): Promise<void> {
  const { registration: _, chartLinks: __, ...changed } = await readChanged(db);
  liveConfig.change(changed);
}

import { ensureWebBuilt } from "../../scripts/build-web.ts";
import { startStage } from "../stage/global-setup.ts";

export default async function setup(): Promise<() => Promise<void>> {
  await ensureWebBuilt(console.log);
  return startStage();
}

/** A separate program, so that load and portal share no event loop; it gets its order and sends its answer by IPC. */
import { once } from "node:events";

import { fullLoad } from "./full.ts";
import { herd } from "./herd.ts";
import { live } from "./live.ts";
import { raise } from "./raise.ts";
import type { LoadOrder } from "./load.types.ts";

const [order] = (await once(process, "message")) as [LoadOrder];
const result = await run(order);
process.send?.(result, () => process.disconnect());

function run(given: LoadOrder) {
  if (given.kind === "full") return fullLoad(given);
  if (given.kind === "herd") return herd(given);
  return given.kind === "live" ? live(given) : raise(given);
}

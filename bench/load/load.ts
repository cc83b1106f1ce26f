/** A separate program, so that load and portal share no event loop; it gets its order and sends its answer by IPC. */
import { once } from "node:events";

import { fullLoad } from "./full.ts";
import { herd } from "./herd.ts";
import { live } from "./live.ts";
import type { LoadOrder } from "./load.types.ts";

const [order] = (await once(process, "message")) as [LoadOrder];
const result = await (order.kind === "full" ? fullLoad(order) : order.kind === "herd" ? herd(order) : live(order));
process.send?.(result, () => process.disconnect());

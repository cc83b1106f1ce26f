import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

import type {
  FullOrder,
  FullResult,
  HerdOrder,
  HerdResult,
  LiveOrder,
  LiveResult,
  LoadOrder,
  RaiseOrder,
  RaiseResult,
} from "./load.types.ts";

/** Runs a load in a process of its own and waits for its measurements. */
export const runLoad = {
  full: (order: FullOrder) => run<FullResult>({ kind: "full", ...order }),
  herd: (order: HerdOrder) => run<HerdResult>({ kind: "herd", ...order }),
  raise: (order: RaiseOrder) => run<RaiseResult>({ kind: "raise", ...order }),
  live: (order: LiveOrder) => run<LiveResult>({ kind: "live", ...order }),
};

async function run<Result>(order: LoadOrder): Promise<Result> {
  const child = fork(join(import.meta.dirname, "load.ts"), { execArgv: ["--import", "tsx"] });
  const ended = once(child, "exit").then(() => undefined);
  child.send(order);
  const answer = await Promise.race([once(child, "message"), ended]);
  if (!answer) throw new Error("The load program ended before its result.");
  await ended;
  return answer[0] as Result;
}

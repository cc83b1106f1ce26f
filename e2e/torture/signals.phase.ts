/** A phase in which any process of the portal gets any signal. */
import { createConnection } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

import { postgresPid, processesIn, until } from "../system/programs.ts";
import { Stage, promise } from "./torture.stage.ts";
import type { Phase } from "./torture.types.ts";

/** A fleet of fifty sends about 100 messages a second. */
const everyMs = 500;
const signals = ["SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT", "SIGKILL"] as const;

export const signalsPhase: Phase = {
  name: "signals",
  summary: "signals of all kinds to the portal, its database and whatever else they started, under load",
  run: async ({ kills, fleet }) => {
    const stage = await Stage.open();
    const witnesses = await stage.witnesses("Signal", fleet, { everyMs, controller: { batchMs: 0 } });
    await stage.served(witnesses);
    const acked = () => witnesses.map(({ ledger }) => ledger.count);
    const sent: string[] = [];
    let ends = 0;
    for (let round = 0; round < kills; round++) {
      await wait(300 + Math.random() * 1_500);
      // An earlier signal may end it only now, as SIGTERM does, which lets sessions go on; the portal starts it again.
      await until("the database runs", () => postgresPid(stage.dataDir) !== undefined);
      // The portal, its database's server, and all others, which are sessions of the database for the most part.
      const target = pick(pick([[stage.pid], [stage.postgres], processesIn(stage.dataDir)]));
      const signal = pick(signals);
      sent.push(signal);
      process.kill(target, signal);
      const before = acked();
      const isServed = () => acked().every((count, index) => count >= (before[index] ?? 0) + 4);
      await until("controllers are served again, or the portal has ended", () => stage.hasEnded || isServed());
      if (!stage.hasEnded) continue;
      ends++;
      await until("nothing is left", () => processesIn(stage.dataDir).length === 0);
      promise("its ports are free", await isRefused(stage.mqttPort));
      await stage.start();
      await stage.served(witnesses, 1);
    }
    if (stage.hasEnded) await stage.start();
    return {
      verdict: await stage.audit(witnesses),
      facts: [
        `${sent.length} signals: ${signals.map((name) => `${sent.filter((one) => one === name).length} ${name}`).join(", ")}`,
        `the portal ended ${ends} times, and left no process and no port, whatever had ended it`,
      ],
    };
  },
};

function pick<One>(some: readonly One[]): One {
  const one = some[Math.floor(Math.random() * some.length)];
  if (one === undefined) throw new Error("There is nothing to choose from.");
  return one;
}

function isRefused(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ host: "127.0.0.1", port });
    socket.once("connect", () => resolve(false)).once("error", () => resolve(true));
    socket.once("connect", () => socket.destroy());
  });
}

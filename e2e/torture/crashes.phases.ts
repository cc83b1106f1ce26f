/** Phases in which processes die or freeze. */
import { setTimeout as wait } from "node:timers/promises";

import { history } from "../ledger/witness.ts";
import { atEnd } from "../system/ending.ts";
import { descendantsOf, postgresPid, until } from "../system/programs.ts";
import type { Phase } from "./torture.types.ts";
import { Stage, promise } from "./torture.stage.ts";

/** A fleet of fifty sends about 100 messages a second. */
const everyMs = 500;

export const killsPhase: Phase = {
  name: "kills",
  summary: "kill -9 of the portal, again and again, under about 100 messages a second and two imports of history",
  run: async ({ kills, fleet, archiveFrames }) => {
    const stage = await Stage.open();
    const witnesses = await stage.witnesses("Kill", fleet, { everyMs, controller: { batchMs: 0 } });
    const archives = await stage.witnesses("Archive", 2, { everyMs });
    await stage.served(witnesses);
    const imports = archives.map(({ controller, measured }, index) =>
      controller.importHistory(history(index, measured, { frames: archiveFrames })),
    );
    let [longestS, longestStartS] = [0, 0];
    for (let round = 0; round < kills; round++) {
      // A random moment: between batches, during one, or while quarter hours are summarised.
      await wait(500 + Math.random() * 2_500);
      const began = performance.now();
      await stage.kill();
      await stage.start();
      longestStartS = Math.max(longestStartS, (performance.now() - began) / 1000);
      const { data } = await stage.caller.call<{ data: { status: string }[] }>("getSitesV2");
      promise(
        "no restart shows a container as offline",
        data.every(({ status }) => status === "online"),
      );
      await stage.served(witnesses, 1);
      longestS = Math.max(longestS, (performance.now() - began) / 1000);
    }
    promise(
      "the killed portal's database was taken over, or had been shut down cleanly, each time",
      !stage.hasRecovered,
    );
    const progress = await Promise.all(imports);
    promise(
      "no frame of the history was refused",
      progress.every(({ refused }) => refused === 0),
    );
    return {
      verdict: await stage.audit([...witnesses, ...archives]),
      facts: [
        `${kills} kills`,
        `the portal up again within ${longestStartS.toFixed(1)} s, every controller acked again within ${longestS.toFixed(1)} s`,
      ],
    };
  },
};

export const databasePhase: Phase = {
  name: "database",
  summary: "PostgreSQL killed under load, and frozen for a while",
  run: async ({ outageMs, fleet }) => {
    const stage = await Stage.open();
    const witnesses = await stage.witnesses("Away", fleet, { everyMs, controller: { batchMs: 0 } });
    await stage.served(witnesses);
    for (let round = 0; round < 3; round++) {
      const server = stage.postgres;
      process.kill(server, "SIGKILL");
      await until("another database runs", () => ![undefined, server].includes(postgresPid(stage.dataDir)));
      await stage.served(witnesses);
    }
    const server = stage.postgres;
    const frozen = [server, ...descendantsOf(server)];
    const thaw = () => {
      for (const pid of frozen.splice(0)) process.kill(pid, "SIGCONT");
    };
    atEnd(thaw);
    for (const pid of frozen) process.kill(pid, "SIGSTOP");
    await until("the portal is not ready", async () => !(await stage.isReady()));
    const acked = () => witnesses.reduce((sum, { ledger }) => sum + ledger.count, 0);
    const before = acked();
    const endMs = performance.now() + outageMs;
    const most = { messages: 0, bytes: 0, held: 0 };
    while (performance.now() < endMs) {
      const now = await stage.figures();
      most.messages = Math.max(most.messages, now["ingest_queue_messages"] ?? 0);
      most.bytes = Math.max(most.bytes, now["ingest_queue_bytes"] ?? 0);
      most.held = Math.max(most.held, now["ingest_held_messages"] ?? 0);
      promise("the portal keeps running without its database", (await fetch(`${stage.url}/live`)).status === 200);
      promise("it says that it is not ready", !(await stage.isReady()));
      promise("nothing is acked while the database is away", acked() === before);
      await wait(500);
    }
    promise("the queue stays within its limit", most.messages <= 10_000 && most.bytes <= 64 * 2 ** 20);
    thaw();
    const began = performance.now();
    await stage.served(witnesses, 1);
    const backS = (performance.now() - began) / 1000;
    return {
      verdict: await stage.audit(witnesses),
      facts: [
        "3 kills",
        `${Math.round(outageMs / 1000)} s frozen with at most ${most.messages} messages waiting and ${most.held} held back`,
        `every controller acked again ${backS.toFixed(1)} s after`,
      ],
    };
  },
};

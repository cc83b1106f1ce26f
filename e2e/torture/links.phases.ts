/** Phases in which links break and readers do not read. */
import { containerTopic } from "@offgrid/contract/live/live.topics";
import { type MqttClient, connectAsync } from "mqtt";

import { startProxy } from "../ledger/proxy.ts";
import { framesFrom, metricNames } from "../ledger/witness.ts";
import { atEnd } from "../system/ending.ts";
import { until } from "../system/programs.ts";
import type { Phase } from "./torture.types.ts";
import { Stage, promise } from "./torture.stage.ts";

export const linksPhase: Phase = {
  name: "links",
  summary: "links through a proxy that goes dark without a word, and that breaks them all at once",
  run: async () => {
    const stage = await Stage.open();
    const proxy = await startProxy(stage.mqttPort);
    const controller = { batchMs: 0, keepaliveS: 2 };
    const far = { url: `mqtt://127.0.0.1:${proxy.port}`, everyMs: 200, controller };
    const witnesses = await stage.witnesses("Far", 10, far);
    const neighbours = await stage.witnesses("Near", 5, { everyMs: 200, controller });
    await stage.served(witnesses);
    for (let round = 0; round < 3; round++) {
      proxy.darken();
      await until("every controller has noticed", () => witnesses.every((one) => !one.controller.stats().online));
      const ids = new Set(witnesses.map(({ containerId }) => containerId));
      await until("the portal shows them as gone", async () => {
        const { data } = await stage.caller.call<{ data: { containerId: string; status: string }[] }>("getSitesV2");
        promise(
          "the others stay online",
          data.every((row) => ids.has(row.containerId) || row.status === "online"),
        );
        return data.every((row) => !ids.has(row.containerId) || row.status !== "online");
      });
      await stage.served(neighbours);
      proxy.lighten();
      await stage.served(witnesses, 50);
      proxy.cut();
      await stage.served(witnesses, 10);
    }
    const resent = witnesses.reduce((sum, one) => sum + one.controller.stats().resent, 0);
    const connections = witnesses.reduce((sum, one) => sum + one.controller.stats().connections, 0);
    return {
      verdict: await stage.audit([...witnesses, ...neighbours]),
      facts: ["3 times dark, 3 times cut", `${connections} connections of 10 controllers`, `${resent} messages resent`],
    };
  },
};

/** A screen on some containers, with the newest count of each topic. */
async function openScreen(stage: Stage, number: number, containerIds: readonly string[]) {
  const login = await stage.caller.call<{ username: string; password: string }>("registerLiveNotification");
  const client = await connectAsync(`${stage.url.replace(/^http/, "ws")}/mqtt`, {
    clientId: `portal-${String(number).padStart(16, "0")}`,
    username: login.username,
    password: login.password,
    protocolVersion: 4,
    reconnectPeriod: 0,
  });
  client.on("error", () => undefined);
  atEnd(() => client.endAsync(true));
  const newest = new Map<string, number>();
  client.on("message", (topic, payload) => {
    const count = (JSON.parse(payload.toString()) as { values: Record<string, number> }).values["ledger.count"];
    if (count !== undefined) newest.set(topic, count);
  });
  await client.subscribeAsync(containerIds.map((containerId) => containerTopic.name({ containerId })));
  return { client, newest };
}

/** Stops reading its socket, like a program that hangs. */
function freeze(client: MqttClient): void {
  client.stream.unpipe();
  client.stream.pause();
}

const wide = 400;

export const slowPhase: Phase = {
  name: "slow",
  summary: "screens that stop reading while twenty containers with 400 metrics each are live",
  run: async () => {
    const stage = await Stage.open();
    const controller = { batchMs: 0 };
    const witnesses = await stage.witnesses("Wide", 20, { everyMs: 1_000, width: wide, controller });
    await stage.served(witnesses, 1);
    const ids = witnesses.map(({ containerId }) => containerId);
    const healthy = await openScreen(stage, 0, ids);
    const frozen = await Promise.all([1, 2, 3].map((number) => openScreen(stage, number, ids)));
    for (const { client } of frozen) freeze(client);
    const memoryBefore = stage.memoryMib();
    await until(
      "the frozen ones lag",
      async () => (await stage.figures())["mqtt_slow_readers_total"] === frozen.length,
    );
    await until("they are closed", async () => (await stage.figures())["mqtt_screens"] === 1);
    const memoryAfter = stage.memoryMib();
    await stage.served(witnesses, 2);
    const stats = await stage.figures();
    const verdict = await stage.audit(witnesses);
    // There are twenty live values a second, and the last of each arrives.
    await until("the healthy screen has the latest value of each", async () => {
      for (const { containerId, measured } of witnesses) {
        const last = [...measured.values()].at(-1)?.[metricNames(wide).indexOf("ledger.count")];
        if (healthy.newest.get(containerTopic.name({ containerId })) !== last) return false;
      }
      return true;
    });
    return {
      verdict,
      facts: [
        `${stats["mqtt_slow_readers_total"]} of 4 screens lagged and were closed, the healthy one received the latest of each container`,
        `memory ${memoryBefore} -> ${memoryAfter} MiB`,
      ],
    };
  },
};

export const offlinePhase: Phase = {
  name: "offline",
  summary: "two containers come back with three days of frames while others are live",
  run: async ({ daysFrames }) => {
    const stage = await Stage.open();
    const neighbours = await stage.witnesses("Live", 5, { everyMs: 200 });
    await stage.served(neighbours);
    const everyMs = (3 * 86_400_000) / daysFrames;
    const startMs = Date.now() - 660_000 - 3 * 86_400_000;
    const spooled = framesFrom(9, startMs, daysFrames, everyMs).map((frame) => ({
      ...frame,
      atMs: Math.round(frame.atMs),
    }));
    const began = performance.now();
    const back = await stage.witnesses("Back", 2, { everyMs: 1_000, spooled });
    await until("all of it is back", () => back.every(({ ledger }) => ledger.count >= daysFrames));
    const seconds = (performance.now() - began) / 1000;
    await stage.served(neighbours);
    return {
      verdict: await stage.audit([...back, ...neighbours]),
      facts: [`${2 * daysFrames} frames back in ${seconds.toFixed(1)} s`],
    };
  },
};

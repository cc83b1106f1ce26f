/** Phases with messages that nobody should send. */
import { connect } from "node:net";

import { dataTopic } from "@offgrid/contract/telemetry/telemetry.topics";

import { framesFrom } from "../ledger/witness.ts";
import type { Registered } from "../system/portal.ts";
import { until } from "../system/programs.ts";
import { connectPacket, everyPacketType, mutated, seededChance } from "./packets.ts";
import type { Phase } from "./torture.types.ts";
import { Stage, promise } from "./torture.stage.ts";

/** The things in random order. */
function shuffle<T>(things: readonly T[], chance: () => number): T[] {
  const places = things.map((thing) => ({ thing, place: chance() }));
  return places.sort((one, other) => one.place - other.place).map(({ thing }) => thing);
}

export const orderPhase: Phase = {
  name: "order",
  summary: "messages shuffled, doubled, overlapping, and all of them replayed",
  run: async () => {
    const stage = await Stage.open();
    const chance = seededChance(7);
    const senders = await stage.senders("Order", 5);
    let messages = 0;
    for (const [index, sender] of senders.entries()) {
      const frames = framesFrom(index, Date.now() - 4 * 3_600_000, 2_003, 1_000);
      const parts = Array.from({ length: 200 }, (_, part) => frames.slice(part * 10, part * 10 + 13));
      const doubled = [...parts, ...parts.filter(() => chance() < 0.3)];
      for (const part of shuffle(doubled, chance)) {
        sender.send(chance() < 0.5 ? "data" : "hist", shuffle(part, chance));
        messages++;
      }
    }
    const answered = () => senders.every(({ waiting }) => waiting === 0);
    await until("every message is answered", answered);
    const stored = (await stage.figures())["ingest_stored_total"];
    const takenBefore = (await stage.figures())["ingest_messages_total"] ?? 0;
    for (const sender of senders) sender.replay();
    await until("every replayed message is taken", async () => {
      const now = await stage.figures();
      return (now["ingest_messages_total"] ?? 0) >= takenBefore + messages;
    });
    const after = await stage.figures();
    promise("a replay stores nothing", after["ingest_stored_total"] === stored && after["ingest_merged_total"] === 0);
    promise(
      "no message was refused",
      senders.every(({ refused }) => refused === 0),
    );
    promise("nothing differed", after["ingest_conflicts_total"] === 0);
    return {
      verdict: await stage.audit([], senders),
      facts: [`${messages} messages in disorder, replayed once: 0 more frames`],
    };
  },
};

const hourMs = 3_600_000;
const yearMs = 8_766 * hourMs;

export const clocksPhase: Phase = {
  name: "clocks",
  summary: "controllers whose clock is off by an hour, a year, ten years, in both directions",
  run: async () => {
    const stage = await Stage.open();
    const right = await stage.witnesses("Right", 3, { everyMs: 200 });
    const off = async (name: string, shiftMs: number) =>
      (await stage.witnesses(name, 1, { everyMs: 200, controller: { now: () => Date.now() + shiftMs } }))[0]!;
    const behind = [await off("Hour behind", -hourMs), await off("Year behind", -yearMs)];
    const ahead = await off("Hour ahead", hourMs);
    const impossible = [await off("Decade ahead", 10 * yearMs), await off("Decade behind", -10 * yearMs)];
    await stage.served([...right, ...behind, ahead], 50);
    await until("impossible times are refused", () =>
      impossible.every(({ controller }) => controller.stats().refused > 50),
    );
    for (const { containerId, ledger } of impossible) {
      const { data } = await stage.caller.call<{ data: { values: object } }>("getContainerLiveData", { containerId });
      promise("an impossible time moves no live value", Object.keys(data.values).length === 0);
      promise("an impossible time is never acked", ledger.count === 0);
    }
    const { data } = await stage.caller.call<{ data: { containerId: string; systemStatus: string }[] }>("getSitesV2");
    const warned = data.filter(({ systemStatus }) => systemStatus === "clock").map(({ containerId }) => containerId);
    promise("a clock that is ahead is shown", warned.includes(ahead.containerId));
    const { ingest_quarantined_total: quarantined } = await stage.figures();
    for (const one of impossible) {
      one.stopMeasuring();
      await until("every refusal has come", () => one.controller.flush(1_000));
      // Refused frames are in the dead letters; none of them may be stored.
      one.measured.clear();
    }
    return {
      verdict: await stage.audit([...right, ...behind, ahead, ...impossible]),
      facts: [`${quarantined} frames of impossible times quarantined, 0 stored`],
    };
  },
};

async function fuzz(port: number, parts: readonly Uint8Array[]): Promise<void> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  socket.resume();
  await new Promise<void>((resolve) => {
    socket.once("close", () => resolve());
    socket.once("connect", () => {
      for (const part of parts) socket.write(part);
      socket.end();
    });
  });
}

export const fuzzPhase: Phase = {
  name: "fuzz",
  summary: "random and mutated packets of every MQTT type, before and after a login",
  run: async ({ fuzzConnections }) => {
    const stage = await Stage.open();
    const chance = seededChance(20);
    const witnesses = await stage.witnesses("Calm", 5, { everyMs: 200 });
    const fuzzed: Registered[] = await stage.register("Fuzz", 40);
    await stage.served(witnesses);
    const [memoryBefore, pid] = [stage.memoryMib(), stage.pid];
    let logins = 0;
    for (let count = 0; count < fuzzConnections; count++) {
      const one = fuzzed[count % fuzzed.length]!;
      // A few logins each: more in a minute would be shut out for their number alone.
      const isLogin = count < fuzzed.length * 10;
      if (isLogin) logins++;
      const packets = everyPacketType(one.containerId, dataTopic.name({ containerId: one.containerId }));
      const parts = Array.from({ length: 1 + Math.floor(chance() * 6) }, () =>
        chance() < 0.3
          ? Uint8Array.from({ length: 1 + Math.floor(chance() * 300) }, () => Math.floor(chance() * 256))
          : mutated(packets[Math.floor(chance() * packets.length)] as Buffer, chance),
      );
      await fuzz(stage.mqttPort, isLogin ? [connectPacket(one.containerId, one.secret), ...parts] : parts);
      if (count % 500 === 499) await stage.served(witnesses, 1);
    }
    await stage.served(witnesses, 20);
    const now = await stage.figures();
    const memoryAfter = stage.memoryMib();
    promise("the portal is still the same process", stage.pid === pid && (await stage.isReady()));
    promise("no fuzzed connection is left open", now["mqtt_controllers"] === witnesses.length);
    promise("memory does not grow with it", !(memoryAfter > memoryBefore + 100));
    return {
      verdict: await stage.audit(witnesses),
      facts: [
        `${fuzzConnections} connections, ${logins} of them logged in, ${now["mqtt_refused_packets_total"]} refused`,
        `memory ${memoryBefore} -> ${memoryAfter} MiB`,
      ],
    };
  },
};

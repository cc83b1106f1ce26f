import { ackTopic, dataTopic } from "@offgrid/contract/telemetry/telemetry.topics";

import type { BenchCase, Figure } from "../bench.types.ts";
import { openWire, publishPacket, subscribePacket, textOf } from "../load/mqtt-wire.ts";
import { type BenchPortal, type Registered, withPortal } from "../portal.ts";
import { timed } from "../timing.ts";

const calls = 150;
/** So that what is written at once is some kilobytes, whatever a packet has. */
const packetsAtOnce = 200;
const most = 2;

/** What one controller sends without end, by kind. */
const floods: Record<string, (containerId: string) => Buffer> = {
  pings: () => Buffer.from([0xc0, 0]),
  subscriptions: (containerId) => subscribePacket(1, ackTopic.name({ containerId })),
  messages: (containerId) =>
    publishPacket(
      1,
      textOf(dataTopic.name({ containerId })),
      JSON.stringify({ ts: Date.now(), values: { "battery.soc": 50 } }),
    ),
};

export const oneSenderCase: BenchCase = {
  name: "one-sender",
  summary: "another's call while one controller sends pings, subscriptions or messages as fast as they are read",
  run: (say) =>
    withPortal(async (portal) => {
      const [sender, other] = await portal.register("flood", 2);
      if (!sender || !other) throw new Error("The containers were not registered.");
      const figures: Figure[] = [];
      for (const [kind, packetOf] of Object.entries(floods)) {
        say(kind);
        const quiet = await anothersCall(portal, other);
        const wire = await openWire(
          portal.mqttPort,
          { clientId: sender.containerId, username: sender.containerId, password: sender.secret, keepaliveS: 60 },
          () => undefined,
        );
        wire.flood(Buffer.concat(Array.from({ length: packetsAtOnce }, () => packetOf(sender.containerId))));
        const beside = await anothersCall(portal, other);
        if (!wire.isOpen) throw new Error(`The portal ended the connection that sent ${kind}.`);
        wire.cut();
        figures.push(
          { case: `another's call in quiet, before the ${kind}: p50`, value: quiet.p50Ms, unit: "ms" },
          { case: `another's call beside ${kind} without end: p50`, value: beside.p50Ms, unit: "ms" },
          {
            case: `beside ${kind}, as a multiple of its quiet time`,
            value: beside.p50Ms / quiet.p50Ms,
            unit: "times",
            reach: most,
          },
        );
      }
      return figures;
    }),
};

const anothersCall = (portal: BenchPortal, { containerId }: Registered) =>
  timed(calls, () => portal.call("getContainerLiveData", { containerId }), 10);

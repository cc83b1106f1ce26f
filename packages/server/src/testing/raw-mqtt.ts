import { once } from "node:events";
import { connect } from "node:net";
import type { Duplex } from "node:stream";

import { type IConnectPacket, type Packet, generate, parser } from "mqtt-packet";
import { WebSocket, createWebSocketStream } from "ws";

/** A connection on which a test sends MQTT byte by byte, including what no library would send. */
export interface RawConnection {
  stream: Duplex;
  /** Everything that was received, in order. */
  packets: Packet[];
  send(...packets: (Packet | Uint8Array)[]): void;
  /** The first packet of this kind, now or later; rejects when the connection ends without it. */
  next<Kind extends Packet["cmd"]>(kind: Kind): Promise<Extract<Packet, { cmd: Kind }>>;
  /** Resolves when the portal has answered everything that was sent before. */
  settled(): Promise<void>;
  closed: Promise<void>;
}

export async function rawOverTcp(port: number, localAddress?: string): Promise<RawConnection> {
  const socket = connect({ port, host: "127.0.0.1", ...(localAddress !== undefined && { localAddress }) });
  const connection = rawConnection(socket);
  await once(socket, "connect");
  return connection;
}

export async function rawOverWebSocket(port: number, headers: Record<string, string> = {}): Promise<RawConnection> {
  const webSocket = new WebSocket(`ws://127.0.0.1:${port}/mqtt`, ["mqtt"], { headers });
  await once(webSocket, "open");
  return rawConnection(createWebSocketStream(webSocket));
}

export function connectPacket(
  clientId: string,
  password: string,
  more: Partial<IConnectPacket> = {},
): IConnectPacket & { cmd: "connect" } {
  return {
    cmd: "connect",
    clientId,
    username: clientId,
    password: Buffer.from(password),
    protocolId: "MQTT",
    protocolVersion: 4,
    clean: true,
    keepalive: 60,
    ...more,
  };
}

export function publishPacket(
  topic: string,
  payload: string | Buffer,
  { retain = false, qos = 1 }: { retain?: boolean; qos?: 0 | 1 | 2 } = {},
) {
  return { cmd: "publish", topic, payload, qos, messageId: 1, retain, dup: false } as const;
}

export function subscribePacket(...topics: string[]) {
  return { cmd: "subscribe", messageId: 2, subscriptions: topics.map((topic) => ({ topic, qos: 1 })) } as Packet;
}

function rawConnection(stream: Duplex): RawConnection {
  const packets: Packet[] = [];
  const taken = new Set<Packet>();
  const waiting = new Set<() => void>();
  const wakeAll = () => waiting.forEach((wake) => wake());
  const reader = parser();
  reader.on("packet", (packet) => {
    packets.push(packet);
    wakeAll();
  });
  reader.on("error", () => stream.destroy());
  stream.on("data", (bytes: Buffer) => reader.parse(bytes));
  stream.on("error", () => {});
  let isClosed = false;
  const closed = new Promise<void>((resolve) => {
    // A WebSocket's stream only ends, and stays open for writing.
    for (const ending of ["close", "end"]) stream.once(ending, () => resolve());
  }).then(() => {
    isClosed = true;
    wakeAll();
  });
  const send: RawConnection["send"] = (...sent) => {
    for (const packet of sent) stream.write(packet instanceof Uint8Array ? packet : generate(packet));
  };
  const next: RawConnection["next"] = <Kind extends Packet["cmd"]>(kind: Kind) =>
    new Promise<Extract<Packet, { cmd: Kind }>>((resolve, reject) => {
      const look = () => {
        const found = packets.find((packet) => packet.cmd === kind && !taken.has(packet));
        if (!found && !isClosed) return;
        waiting.delete(look);
        if (!found) return reject(new Error(`the connection ended without ${kind}`));
        taken.add(found);
        resolve(found as Extract<Packet, { cmd: Kind }>);
      };
      waiting.add(look);
      look();
    });
  const settled = async () => {
    send({ cmd: "pingreq" });
    await next("pingresp");
  };
  return { stream, packets, send, next, settled, closed };
}

/**
 * Just enough of MQTT 3.1.1 (http://docs.oasis-open.org/mqtt/mqtt/v3.1.1) for hundreds of connections that cost next to
 * nothing: the work of a heavier load program would be part of the measurement.
 */
import { type Socket, connect } from "node:net";

export const packetType = { connack: 2, publish: 3, puback: 4, suback: 9 } as const;

export interface WireLogin {
  clientId: string;
  username: string;
  password: string;
  keepaliveS: number;
}

/** A connection that writes packets and hands over those that arrive. */
export interface Wire {
  /** Queues a packet; everything queued in one turn of the event loop is sent in one piece. */
  send(packet: Uint8Array): void;
  /** Writes the same bytes again and again, as fast as they are read at the other end, until the wire is cut. */
  flood(bytes: Uint8Array): void;
  readonly isOpen: boolean;
  /** Ends without a DISCONNECT, like a link that breaks. */
  cut(): void;
}

/**
 * Opens a connection and logs in.
 * @param onPacket Gets type, flags and body of each packet; the body is only valid until it returns.
 * @throws when the connection is refused or ends before its CONNACK.
 */
export function openWire(
  port: number,
  login: WireLogin,
  onPacket: (type: number, flags: number, body: Buffer) => void,
): Promise<Wire> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: "127.0.0.1", port, noDelay: true });
    const wire = wireOf(socket);
    let isIn = false;
    socket.on("error", reject);
    socket.on("close", () => {
      if (!isIn) reject(new Error(`${login.clientId} was not let in`));
    });
    socket.on(
      "data",
      packetReader((type, flags, body) => {
        if (type !== packetType.connack) return onPacket(type, flags, body);
        if (body[1] !== 0) {
          reject(new Error(`${login.clientId} was refused with code ${body[1]}`));
          socket.destroy();
          return;
        }
        isIn = true;
        resolve(wire);
      }),
    );
    socket.on("connect", () => wire.send(connectPacket(login)));
  });
}

function wireOf(socket: Socket): Wire {
  let isCorked = false;
  return {
    send: (packet) => {
      if (!isCorked) {
        isCorked = true;
        socket.cork();
        setImmediate(() => {
          isCorked = false;
          socket.uncork();
        });
      }
      socket.write(packet);
    },
    flood: (bytes) => {
      const fill = () => {
        while (socket.writable && socket.write(bytes));
      };
      socket.on("drain", fill);
      fill();
    },
    get isOpen() {
      return socket.writable;
    },
    cut: () => void socket.destroy(),
  };
}

/** Cuts the chunks of a socket into packets. */
function packetReader(onPacket: (type: number, flags: number, body: Buffer) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    let at = 0;
    for (;;) {
      let length = 0;
      let digits = 0;
      let isWhole = false;
      while (at + 1 + digits < bytes.length && !isWhole) {
        const digit = bytes[at + 1 + digits] as number;
        length += (digit & 127) * 128 ** digits++;
        isWhole = digit < 128;
      }
      const start = at + 1 + digits;
      if (!isWhole || start + length > bytes.length) break;
      const head = bytes[at] as number;
      onPacket(head >> 4, head & 15, bytes.subarray(start, start + length));
      at = start + length;
    }
    rest = at < bytes.length ? bytes.subarray(at) : Buffer.alloc(0);
  };
}

function connectPacket({ clientId, username, password, keepaliveS }: WireLogin): Buffer {
  // Level 4; user name, password, clean session.
  const head = Buffer.from([0, 4, 0x4d, 0x51, 0x54, 0x54, 4, 0xc2, keepaliveS >> 8, keepaliveS & 255]);
  return packetOf(0x10, [head, textOf(clientId), textOf(username), textOf(password)]);
}

/** With quality 1. */
export function subscribePacket(id: number, topic: string): Buffer {
  return packetOf(0x82, [twoBytes(id), textOf(topic), Buffer.from([1])]);
}

/** With quality 1. */
export function publishPacket(id: number, topic: Buffer, payload: string | Buffer): Buffer {
  const body = typeof payload === "string" ? Buffer.from(payload, "latin1") : payload;
  return packetOf(0x32, [topic, twoBytes(id), body]);
}

export function pubackPacket(id: number): Buffer {
  return Buffer.from([0x40, 2, id >> 8, id & 255]);
}

/** The content of a PUBLISH. */
export function readPublish(flags: number, body: Buffer): { id: number | undefined; payload: Buffer } {
  const topicEnd = 2 + body.readUInt16BE(0);
  const hasId = (flags & 6) !== 0;
  return {
    id: hasId ? body.readUInt16BE(topicEnd) : undefined,
    payload: body.subarray(hasId ? topicEnd + 2 : topicEnd),
  };
}

/** A text in MQTT's form: its length, then its bytes. */
export function textOf(text: string): Buffer {
  const bytes = Buffer.from(text, "utf8");
  return Buffer.concat([twoBytes(bytes.length), bytes]);
}

function twoBytes(value: number): Buffer {
  return Buffer.from([value >> 8, value & 255]);
}

function packetOf(head: number, parts: readonly Buffer[]): Buffer {
  let length = parts.reduce((sum, part) => sum + part.length, 0);
  const header = [head];
  do {
    header.push((length & 127) | (length > 127 ? 128 : 0));
    length >>= 7;
  } while (length > 0);
  return Buffer.concat([Buffer.from(header), ...parts]);
}

import type { IncomingMessage, Server as HttpServer } from "node:http";
import { type Server, createServer } from "node:net";
import type { Duplex } from "node:stream";
import { type SecureContext, TLSSocket } from "node:tls";

import { WebSocketServer, createWebSocketStream } from "ws";

import { packetLimitBytes } from "@offgrid/contract/core/constants";

import type { Broker } from "./broker.ts";
import { GuardedConnection } from "./broker-guard.ts";
import type { BrokerLimits } from "./broker-limits.ts";
import { StartError } from "../core/start-error.ts";

/** Path of the WebSocket on the portal's own origin. */
export const mqttPath = "/mqtt";

const frameOverheadBytes = 1024;

/** Connections without a CONNECT so far, bounded so that silent ones do not keep controllers out. */
export class WaitingRoom {
  readonly #byAddress = new Map<string, number>();
  readonly #perAddress: number;
  readonly #inAll: number;
  #count = 0;

  get count(): number {
    return this.#count;
  }

  constructor({ waitingPerAddress, waitingInAll }: Pick<BrokerLimits, "waitingPerAddress" | "waitingInAll">) {
    this.#perAddress = waitingPerAddress;
    this.#inAll = waitingInAll;
  }

  /** @returns a function to leave, safe to call more than once; undefined when the room is full. */
  enter(address: string): (() => void) | undefined {
    const here = this.#byAddress.get(address) ?? 0;
    if (here >= this.#perAddress || this.#count >= this.#inAll) return undefined;
    this.#byAddress.set(address, here + 1);
    this.#count++;
    let isInside = true;
    return () => {
      if (!isInside) return;
      isInside = false;
      this.#count--;
      const left = (this.#byAddress.get(address) ?? 1) - 1;
      if (left > 0) this.#byAddress.set(address, left);
      else this.#byAddress.delete(address);
    };
  }
}

export interface Listeners {
  /** The TCP port that was opened, if any. */
  mqttPort: number | undefined;
  /** Number of connections without a CONNECT so far. */
  waiting(): number;
  /** Accepts no more connections. */
  close(): Promise<void>;
}

/**
 * Opens the broker's listeners: MQTT over TCP, or over a WebSocket at `/mqtt` of the portal's own server, or both.
 * @param origin The portal's public origin; undefined: only the request's own host is taken.
 * @throws StartError when the port is taken.
 */
export async function openListeners(
  broker: Broker,
  options: {
    /** Undefined: no TCP listener. */
    port: number | undefined;
    host: string;
    server: HttpServer | undefined;
    origin: string | undefined;
    /** Address of a WebSocket's client, by which waiting connections are counted. */
    addressOf: (request: IncomingMessage) => string;
    /** TCP is served over TLS with what it holds when a connection comes; undefined: plain. */
    tls: { readonly context: SecureContext } | undefined;
    limits: BrokerLimits;
  },
): Promise<Listeners> {
  const room = new WaitingRoom(options.limits);
  const sockets = new Set<Duplex>();
  const admit = (inner: Duplex, about: { address: string; isWebSocket: boolean; unsent: () => number }) => {
    const leave = room.enter(about.address);
    if (!leave) {
      broker.counts.refusedPackets++;
      inner.destroy();
      return;
    }
    const connection = new GuardedConnection(
      inner,
      { ...about, limits: options.limits },
      () => broker.counts.refusedPackets++,
    );
    sockets.add(connection);
    connection.once("close", () => {
      leave();
      sockets.delete(connection);
    });
    broker.serve(connection, leave);
  };

  const tcp = createServer({ noDelay: true, keepAlive: true }, (plain) => {
    plain.on("error", () => plain.destroy());
    // Admitted before its handshake, so that unfinished ones count as waiting and are closed like them.
    const socket = options.tls ? new TLSSocket(plain, { isServer: true, secureContext: options.tls.context }) : plain;
    socket.on("error", () => socket.destroy());
    admit(socket, {
      address: plain.remoteAddress ?? "",
      isWebSocket: false,
      unsent: () => socket.writableLength,
    });
  });
  const mqttPort = options.port === undefined ? undefined : await listen(tcp, options.port, options.host);

  const webSockets = new WebSocketServer({
    noServer: true,
    maxPayload: packetLimitBytes + frameOverheadBytes,
    perMessageDeflate: false,
    handleProtocols: (offered) => (offered.has("mqtt") ? "mqtt" : false),
  });
  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on("error", () => socket.destroy());
    const refusal = refuseUpgrade(request, options.origin);
    if (refusal) {
      broker.counts.refusedPackets++;
      socket.end(`HTTP/1.1 ${refusal}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    webSockets.handleUpgrade(request, socket, head, (webSocket) => {
      webSocket.on("error", () => webSocket.terminate());
      const stream = createWebSocketStream(webSocket);
      stream.on("error", () => webSocket.terminate());
      admit(stream, {
        address: options.addressOf(request),
        isWebSocket: true,
        unsent: () => stream.writableLength + webSocket.bufferedAmount,
      });
    });
  };
  options.server?.on("upgrade", onUpgrade);

  return {
    mqttPort,
    waiting: () => room.count,
    close: async () => {
      options.server?.off("upgrade", onUpgrade);
      const closed = new Promise<void>((resolve) => tcp.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** A page of another origin must not open a connection on behalf of the person who visits it. */
function refuseUpgrade(request: IncomingMessage, publicOrigin: string | undefined): string | undefined {
  const path = (request.url ?? "").split("?")[0];
  if (path !== mqttPath) return "404 Not Found";
  const offered = (request.headers["sec-websocket-protocol"] ?? "").split(",").map((name) => name.trim());
  if (!offered.includes("mqtt")) return "400 Bad Request";
  const { origin, host } = request.headers;
  if (origin === undefined) return undefined;
  if (publicOrigin !== undefined && origin === new URL(publicOrigin).origin) return undefined;
  return URL.canParse(origin) && new URL(origin).host === host ? undefined : "403 Forbidden";
}

async function listen(server: Server, port: number, host: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const why = error.code === "EADDRINUSE" ? "is taken by another program" : `cannot be opened (${error.message})`;
      reject(new StartError(`The MQTT port ${host}:${port} ${why}; set MQTT_PORT to a free one.`, { cause: error }));
    });
    server.listen(port, host, resolve);
  });
  const address = server.address();
  return typeof address === "object" && address ? address.port : port;
}

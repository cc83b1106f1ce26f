import type { IncomingMessage, Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";

import type { FastifyInstance } from "fastify";

import type { Config } from "../config/config.ts";
import { reasonOf } from "../core/db.ts";
import { StartError } from "../core/start-error.ts";
import type { Part } from "./part.ts";

/** A request may take as long to arrive (`openApp`); whatever is open after that keeps no portal from its end. */
const longestEndMs = 10_000;

/** HTTP: the web app and the calls, or, at a process without them, only what supervisors ask for. */
export class ApiPart implements Part {
  readonly name = "api";
  readonly #app: FastifyInstance;
  readonly #config: Pick<Config, "host" | "port">;
  readonly #longestEndMs: number;
  /** Connections on which nothing has been asked so far, such as those that a browser opens ahead. */
  readonly #unused = new Set<Socket>();
  #closed: Promise<void> | undefined;

  constructor(app: FastifyInstance, config: Pick<Config, "host" | "port">, endMs = longestEndMs) {
    this.#app = app;
    this.#config = config;
    this.#longestEndMs = endMs;
    this.#watchUnused();
  }

  get server(): Server {
    return this.#app.server;
  }

  /** The port that was opened. */
  get port(): number {
    return (this.#app.server.address() as AddressInfo).port;
  }

  async start(): Promise<void> {
    await this.#app.ready();
  }

  /** Lets callers in; call it when the other parts run. @throws StartError when the port is taken. */
  async listen(): Promise<void> {
    const { host, port } = this.#config;
    try {
      await this.#app.listen({ host, port });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EADDRINUSE") {
        throw new StartError(
          `Port ${port} on ${host} is taken by another program; stop that one, or set PORT to a free port.`,
          { cause: error },
        );
      }
      if (code === "EACCES") {
        throw new StartError(`This user may not open port ${port}; set PORT to one above 1023.`, { cause: error });
      }
      throw new StartError(`HTTP cannot listen on ${host}:${port} (${reasonOf(error)}); correct HOST and PORT.`, {
        cause: error,
      });
    }
  }

  /** Screens keep the server open by their live connections until the broker ends them; calls are answered meanwhile. */
  hold(): void {
    const end = setTimeout(() => this.server.closeAllConnections(), this.#longestEndMs);
    this.#closed = this.#app.close().finally(() => clearTimeout(end));
    // Node closes those that wait for another request, but takes these for busy until their callers give up.
    for (const socket of this.#unused) socket.destroy();
    // Whoever awaits it gets its failure.
    this.#closed.catch(() => undefined);
  }

  async stop(): Promise<void> {
    await this.#closed;
  }

  #watchUnused(): void {
    const { server } = this.#app;
    server.on("connection", (socket) => {
      // Accepted at the last moment.
      if (this.#closed) return void socket.destroy();
      this.#unused.add(socket);
      socket.once("close", () => this.#unused.delete(socket));
    });
    const use = ({ socket }: IncomingMessage) => void this.#unused.delete(socket);
    server.on("request", use).on("upgrade", use);
  }
}

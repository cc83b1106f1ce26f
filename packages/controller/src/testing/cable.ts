import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** What a cable on loopback does with what comes: carry it, keep it until it carries again, or be broken. */
type State = "whole" | "keeps answers" | "keeps requests" | "broken";

/**
 * A cable between a Modbus client and its server. Like a network it delivers what it kept also after the sender has
 * closed the connection, but not after the sender has reset it.
 */
export class Cable {
  /** Every request so far, as hexadecimal from the function on. */
  readonly requests: string[] = [];
  connections = 0;
  /** How many connections the client has ended. */
  ended = 0;
  readonly #toPort: number;
  readonly #lines = new Set<Line>();
  readonly #listener = createServer((client) => this.#join(client));
  #state: State = "whole";

  private constructor(toPort: number) {
    this.#toPort = toPort;
  }

  static async lay(toPort: number): Promise<Cable> {
    const cable = new Cable(toPort);
    await new Promise<void>((resolve) => cable.#listener.listen(0, "127.0.0.1", resolve));
    return cable;
  }

  get port(): number {
    return (this.#listener.address() as AddressInfo).port;
  }

  set state(next: State) {
    this.#state = next;
    for (const line of this.#lines) line.follow(next);
  }

  async close(): Promise<void> {
    this.state = "broken";
    await new Promise<void>((resolve) => this.#listener.close(() => resolve()));
  }

  #join(client: Socket): void {
    if (this.#state === "broken") {
      client.destroy();
      return;
    }
    this.connections++;
    const server = connect({ port: this.#toPort, host: "127.0.0.1" });
    const line = new Line(client, server, this.#state);
    this.#lines.add(line);
    client.on("data", (chunk) => {
      for (let at = 0; at < chunk.length; at += 12) this.requests.push(chunk.subarray(at + 7, at + 12).toString("hex"));
    });
    client.once("close", () => this.ended++);
    server.once("close", () => this.#lines.delete(line));
  }
}

/** One connection over the cable. */
class Line {
  readonly #client: Socket;
  readonly #server: Socket;
  #kept: Buffer[] = [];
  #state: State;

  constructor(client: Socket, server: Socket, state: State) {
    this.#client = client;
    this.#server = server;
    this.#state = state;
    client.on("data", (chunk) => {
      if (this.#state === "keeps requests") this.#kept.push(chunk);
      else server.write(chunk);
    });
    client.on("error", () => {
      this.#kept = [];
      server.destroy();
    });
    client.on("end", () => {
      if (this.#kept.length === 0) server.end();
    });
    server.on("data", (chunk) => client.write(chunk));
    server.on("error", () => client.destroy());
    server.on("close", () => client.destroy());
    this.follow(state);
  }

  follow(state: State): void {
    this.#state = state;
    if (state === "broken") {
      this.#client.destroy();
      this.#server.destroy();
      return;
    }
    if (state === "keeps answers") this.#server.pause();
    else this.#server.resume();
    if (state !== "whole") return;
    for (const chunk of this.#kept.splice(0)) this.#server.write(chunk);
    if (this.#client.readableEnded) this.#server.end();
  }
}

/** A relay module on Modbus TCP whose one relay waits at each step of a switching for as long as a test wants. */
import { type AddressInfo, type Socket, createServer } from "node:net";

import { atEnd } from "./ending.ts";

const readCoils = 1;
const writeCoil = 5;
const coilOn = 0xff00;
const headerBytes = 7;
const requestBytes = 12;

/** Where a switching stops: taken and not carried out, carried out and not answered, answered and not read back. */
export type Hold = "taken" | "carried out" | "answered";

export class RelayModule {
  readonly port: number;
  isOn = false;
  /** How often it was asked to switch its relay. */
  writes = 0;
  /** How often it has said where its relay is. */
  reads = 0;
  #hold: Hold | undefined;
  /** It has come to where it is held, and answers nothing until it is released. */
  #isSilent = false;

  private constructor(port: number) {
    this.port = port;
  }

  static async start(): Promise<RelayModule> {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => sockets.delete(socket));
      // A request fits into one packet, and the next one comes only after its answer.
      socket.on("data", (request) => {
        const answer = request.length === requestBytes ? module.#answer(request) : undefined;
        if (answer) socket.write(answer);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const module = new RelayModule((server.address() as AddressInfo).port);
    atEnd(async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    });
    return module;
  }

  /** The next switching stops there. */
  hold(where: Hold): void {
    this.#hold = where;
  }

  /** It answers again, with what its relay is. */
  release(): void {
    this.#hold = undefined;
    this.#isSilent = false;
  }

  #answer(request: Buffer): Buffer | undefined {
    if (this.#isSilent) return undefined;
    if (request[headerBytes] === readCoils) return this.#read(request);
    return request[headerBytes] === writeCoil ? this.#write(request) : undefined;
  }

  /** All coils read as the relay: it is the only one that anybody looks at. */
  #read(request: Buffer): Buffer {
    this.reads++;
    const count = request.readUInt16BE(requestBytes - 2);
    const answer = Buffer.from([...request.subarray(0, headerBytes), readCoils, 1, this.isOn ? 2 ** count - 1 : 0]);
    answer.writeUInt16BE(answer.length - headerBytes + 1, 4);
    return answer;
  }

  #write(request: Buffer): Buffer | undefined {
    this.writes++;
    const hold = this.#hold;
    this.#isSilent = hold !== undefined;
    if (hold !== "taken") this.isOn = request.readUInt16BE(requestBytes - 2) === coilOn;
    return hold === undefined || hold === "answered" ? request : undefined;
  }
}

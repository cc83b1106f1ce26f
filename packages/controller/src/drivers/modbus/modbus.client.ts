import type { ReadingFault } from "@offgrid/contract/telemetry/device-reading.schema";
import { connect, type Socket } from "node:net";

import { AnswerReader, coilsOf, type CoilRequest, ModbusException, toFrame } from "./modbus.frames.ts";

const connectTimeoutMs = 5_000;
const longestPauseMs = 60_000;
/** One read may stay without an answer; after two in a row the connection is made again. */
const unansweredReads = 2;
/** Illegal function, address and value, and busy: the device has not even begun. */
const refusedBeforehand: readonly number[] = [1, 2, 3, 6];
const faultOfCode: Readonly<Record<number, ReadingFault>> = { 1: "not_implemented", 2: "illegal_address" };

/** A request without a good answer. */
export class RequestFailure extends Error {
  /** The device may have acted on it all the same. */
  readonly mayHaveActed: boolean;
  readonly fault: ReadingFault;

  constructor(message: string, fault: ReadingFault, mayHaveActed: boolean) {
    super(message);
    this.fault = fault;
    this.mayHaveActed = mayHaveActed;
  }
}

export interface ModbusClientOptions {
  host: string;
  port: number;
  unit: number;
  /** How long a request may take. */
  timeoutMs: number;
  /** First pause before a new connection; doubles up to a minute, with jitter. */
  reconnectAfterMs: number;
  /** Random numbers, 0 <= x < 1. */
  random: () => number;
  onConnected: () => void;
  onLost: (reason: string) => void;
}

/** @param random 0 <= x < 1. @returns How long to wait before the attempt, which counts from 0. */
export function pauseMs(firstMs: number, attempt: number, random: number): number {
  return Math.min(longestPauseMs, firstMs * 2 ** attempt) * (0.5 + random / 2);
}

interface Pending {
  request: CoilRequest;
  transaction: number;
  /** It is not sent after this, by `performance.now()`: nobody counts on it any more. */
  notAfterMs: number;
  resolve: (coils: boolean[]) => void;
  reject: (failure: RequestFailure) => void;
  timer?: NodeJS.Timeout;
}

/**
 * One connection to one device, made again for ever. One request is in flight, since many devices take no more, and none
 * is ever repeated: who asked for a write that failed has to read what became of it.
 */
export class ModbusClient {
  readonly #options: ModbusClientOptions;
  readonly #waiting: Pending[] = [];
  #inFlight: Pending | undefined;
  #socket: Socket | undefined;
  #isConnected = false;
  #isClosed = false;
  /** Counts on over connections, so that no answer of an earlier one can be taken for another. */
  #transaction = 0;
  #attempts = 0;
  #unanswered = 0;
  #endedBy = "";
  #reconnecting: NodeJS.Timeout | undefined;

  constructor(options: ModbusClientOptions) {
    this.#options = options;
    this.#connect();
  }

  get isConnected(): boolean {
    return this.#isConnected;
  }

  /** @throws RequestFailure */
  readCoils(address: number, count: number, notAfterMs = Infinity): Promise<boolean[]> {
    return this.#ask({ kind: "read", address, count }, notAfterMs);
  }

  /**
   * @param notAfterMs It is not sent after this, by `performance.now()`.
   * @throws RequestFailure, which says whether the coil may have been written.
   */
  async writeCoil(address: number, isOn: boolean, notAfterMs: number): Promise<void> {
    await this.#ask({ kind: "write", address, isOn }, notAfterMs);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#reconnecting);
    if (this.#inFlight?.request.kind === "write") this.#socket?.resetAndDestroy();
    else this.#socket?.destroy();
    this.#failAll("The controller stops.");
  }

  #connect(): void {
    const { host, port } = this.#options;
    const reader = new AnswerReader();
    const socket = connect({ host, port, noDelay: true });
    const late = setTimeout(() => socket.destroy(new Error("no connection in time")), connectTimeoutMs);
    this.#socket = socket;
    this.#endedBy = "the device closed the connection";
    socket.once("connect", () => {
      clearTimeout(late);
      this.#isConnected = true;
      this.#options.onConnected();
    });
    socket.on("data", (chunk) => {
      try {
        for (const { transaction, unit, body } of reader.read(chunk)) this.#receive(transaction, unit, body);
      } catch (error) {
        this.#reset((error as Error).message);
      }
    });
    socket.on("error", ({ message }) => (this.#endedBy = message));
    socket.once("close", () => {
      clearTimeout(late);
      this.#lose();
    });
  }

  #lose(): void {
    this.#isConnected = false;
    this.#unanswered = 0;
    if (this.#isClosed) return;
    this.#failAll(`The connection ended: ${this.#endedBy}.`);
    const { reconnectAfterMs, random, onLost } = this.#options;
    const waitMs = pauseMs(reconnectAfterMs, this.#attempts++, random());
    this.#reconnecting = setTimeout(() => this.#connect(), waitMs);
    onLost(this.#endedBy);
  }

  /**
   * Ends the connection by a reset, which throws away what the network has not delivered: a write that nobody waits for
   * any more must not reach the device once the cable is back.
   */
  #reset(reason: string): void {
    this.#isConnected = false;
    this.#endedBy = reason;
    this.#failAll(`The connection ended: ${reason}.`);
    this.#socket?.resetAndDestroy();
  }

  #ask(request: CoilRequest, notAfterMs: number): Promise<boolean[]> {
    return new Promise((resolve, reject) => {
      if (!this.#isConnected) {
        reject(new RequestFailure("There is no connection to the device.", "no_connection", false));
        return;
      }
      this.#transaction = (this.#transaction + 1) % 0x10000;
      this.#waiting.push({ request, transaction: this.#transaction, notAfterMs, resolve, reject });
      this.#sendNext();
    });
  }

  #sendNext(): void {
    if (this.#inFlight || !this.#isConnected) return;
    const pending = this.#nextInTime();
    if (!pending) return;
    this.#inFlight = pending;
    pending.timer = setTimeout(() => this.#expire(pending), this.#options.timeoutMs);
    this.#socket?.write(toFrame(pending.transaction, this.#options.unit, pending.request));
  }

  #nextInTime(): Pending | undefined {
    for (let pending = this.#waiting.shift(); pending; pending = this.#waiting.shift()) {
      if (performance.now() <= pending.notAfterMs) return pending;
      pending.reject(new RequestFailure("The device was too busy to be asked in time.", "timeout", false));
    }
    return undefined;
  }

  #receive(transaction: number, unit: number, body: Buffer): void {
    const pending = this.#inFlight;
    // The late answer to a request that timed out says nothing about the one that is in flight now.
    if (pending?.transaction !== transaction) return;
    if (unit !== this.#options.unit) throw new Error(`unit ${unit} answers for unit ${this.#options.unit}`);
    this.#inFlight = undefined;
    this.#unanswered = 0;
    clearTimeout(pending.timer);
    this.#settle(pending, body);
    this.#attempts = 0;
    this.#sendNext();
  }

  /** @throws Error when this is not an answer to the request. */
  #settle({ request, resolve, reject }: Pending, body: Buffer): void {
    try {
      resolve(coilsOf(request, body));
    } catch (error) {
      const { message } = error as Error;
      const isRefusal = error instanceof ModbusException;
      const fault = isRefusal ? (faultOfCode[error.code] ?? "refused") : "bad_answer";
      reject(new RequestFailure(message, fault, !(isRefusal && refusedBeforehand.includes(error.code))));
      if (!isRefusal) throw error;
    }
  }

  #expire({ request, reject }: Pending): void {
    this.#inFlight = undefined;
    this.#unanswered++;
    reject(new RequestFailure("The device did not answer in time.", "timeout", true));
    if (request.kind === "write" || this.#unanswered >= unansweredReads) this.#reset("the device does not answer");
    else this.#sendNext();
  }

  #failAll(message: string): void {
    const sent = this.#inFlight;
    this.#inFlight = undefined;
    clearTimeout(sent?.timer);
    sent?.reject(new RequestFailure(message, "no_connection", true));
    for (const { reject } of this.#waiting.splice(0)) reject(new RequestFailure(message, "no_connection", false));
  }
}

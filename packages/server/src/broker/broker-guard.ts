import { Duplex } from "node:stream";

import { packetLimitBytes } from "@offgrid/contract/core/constants";

import type { BrokerLimits } from "./broker-limits.ts";
import { Pace } from "./broker-pace.ts";

/** The first packet is a CONNECT, which needs no more than this. */
const firstPacketBytes = 4 * 1024;
const unsentHighWaterBytes = 1024 * 1024;
const publishType = 3;
/** Packets other than PUBLISH that pass between two checks of the pace: a chunk of 64 KiB may hold 32,768 pings. */
const controlsAtOnce = 50;

/**
 * Reads the lengths of MQTT packets as their bytes pass, without keeping any of them. The broker library itself has no
 * limit on a packet, so it must never see the first byte too many.
 */
export class PacketGauge {
  /** Longest packet after the first, in bytes after the fixed header. */
  limitBytes = packetLimitBytes;
  /** Of the last check: bytes read, packets other than PUBLISH that ended within them, and sizes of PUBLISHes that did. */
  passedBytes = 0;
  controls = 0;
  publishes: number[] = [];
  #packets = 0;
  /** Bytes of the current packet still to come; undefined while its header is read. */
  #left: number | undefined;
  #header = 0;
  #lengthBytes = 0;
  #length = 0;

  /**
   * Reads on to the end of the bytes, or past so many PUBLISHes or other packets; `passedBytes` says how far.
   * @returns why the connection must be closed, or undefined when these bytes may pass.
   */
  check(
    bytes: Uint8Array,
    mostControls = Infinity,
    mostPublishes = Infinity,
  ): "too long" | "malformed" | "qos 2" | undefined {
    this.controls = 0;
    this.publishes = [];
    let index = 0;
    while (index < bytes.length && this.controls < mostControls && this.publishes.length < mostPublishes) {
      if (this.#left !== undefined) {
        const taken = Math.min(this.#left, bytes.length - index);
        index += taken;
        this.#left -= taken;
        if (this.#left === 0) this.#nextPacket();
        continue;
      }
      const refused = this.#readHeader(bytes[index++] as number);
      if (refused) return refused;
    }
    this.passedBytes = index;
    return undefined;
  }

  #readHeader(byte: number): "too long" | "malformed" | "qos 2" | undefined {
    if (this.#header === 0) {
      if (byte === 0) return "malformed";
      // Nothing here needs it, and the library would have to keep every unfinished one in memory.
      if (byte >> 4 === publishType && ((byte >> 1) & 3) === 2) return "qos 2";
      this.#header = byte;
      return undefined;
    }
    this.#length += (byte & 127) * 128 ** this.#lengthBytes++;
    if (byte & 128) return this.#lengthBytes === 4 ? "malformed" : undefined;
    if (this.#length > (this.#packets === 0 ? firstPacketBytes : this.limitBytes)) return "too long";
    this.#left = this.#length;
    if (this.#left === 0) this.#nextPacket();
    return undefined;
  }

  #nextPacket(): void {
    this.#packets++;
    if (this.#header >> 4 === publishType) this.publishes.push(this.#length);
    else this.controls++;
    this.#left = undefined;
    this.#header = 0;
    this.#length = 0;
    this.#lengthBytes = 0;
  }
}

/** Bytes as the container sees them: up to the portal, and down from it. */
export interface Traffic {
  upBytes: number;
  downBytes: number;
}

type ReadLimits = Pick<
  BrokerLimits,
  | "messagesPerS"
  | "burst"
  | "messageBytesPerS"
  | "burstBytes"
  | "controlsPerS"
  | "controlBurst"
  | "untakenMessages"
  | "untakenBytes"
>;

/**
 * A connection as the broker sees it: a TCP socket or WebSocket behind the gauge, with a measure of unsent bytes. What
 * comes faster than its pace, or than it is taken, stays in the socket: the broker library reads on whatever waits.
 */
export class GuardedConnection extends Duplex {
  readonly gauge = new PacketGauge();
  readonly address: string;
  readonly isWebSocket: boolean;
  /** Bytes of MQTT received and sent so far, without the framing of WebSocket or TLS. */
  readonly traffic: Traffic = { upBytes: 0, downBytes: 0 };
  readonly #inner: Duplex;
  readonly #innerUnsent: () => number;
  readonly #limits: ReadLimits;
  readonly #onRefused: (reason: string) => void;
  readonly #messagePace: Pace;
  readonly #bytePace: Pace;
  readonly #controlPace: Pace;
  /** Waiting for its pace; nothing is read meanwhile. */
  #pausing: NodeJS.Timeout | undefined;
  /** Sizes of the messages that were passed on and not taken yet. */
  #untaken: number[] = [];
  #untakenBytes = 0;
  #isStopped = false;
  /** Read from the socket and not passed on. */
  #later: Buffer = Buffer.alloc(0);

  /**
   * @param unsent Bytes that the inner connection still holds.
   * @param onRefused Called with the reason before the connection is destroyed.
   */
  constructor(
    inner: Duplex,
    about: { address: string; isWebSocket: boolean; unsent: () => number; limits: ReadLimits },
    onRefused: (reason: string) => void,
  ) {
    super({ readableHighWaterMark: 64 * 1024, writableHighWaterMark: unsentHighWaterBytes });
    this.#inner = inner;
    this.#innerUnsent = about.unsent;
    this.address = about.address;
    this.isWebSocket = about.isWebSocket;
    const { messagesPerS, burst, messageBytesPerS, burstBytes, controlsPerS, controlBurst } = about.limits;
    this.#limits = about.limits;
    this.#onRefused = onRefused;
    this.#messagePace = new Pace({ perS: messagesPerS, burst });
    this.#bytePace = new Pace({ perS: messageBytesPerS, burst: burstBytes });
    this.#controlPace = new Pace({ perS: controlsPerS, burst: controlBurst });
    inner.on("data", (chunk: Buffer) => {
      this.traffic.upBytes += chunk.length;
      this.#later = this.#later.length > 0 ? Buffer.concat([this.#later, chunk]) : chunk;
      this.#passOn();
    });
    inner.on("end", () => this.push(null));
    inner.on("error", () => this.destroy());
    inner.on("close", () => this.destroy());
  }

  /** Bytes written that have not left this process. */
  get unsentBytes(): number {
    return this.writableLength + this.#innerUnsent();
  }

  /** Bytes of messages that were read from the socket and are not taken yet. */
  get waitingBytes(): number {
    return this.#later.length + this.readableLength + this.#untakenBytes;
  }

  /** The oldest message that was passed on has been taken. */
  taken(): void {
    this.#untakenBytes -= this.#untaken.shift() ?? 0;
    this.#goOn();
  }

  /** Reads nothing more; what was passed on can still be answered. */
  stopReading(): void {
    this.#isStopped = true;
    this.#inner.pause();
  }

  get #isHeld(): boolean {
    return (
      this.#pausing !== undefined ||
      this.#isStopped ||
      this.#untaken.length >= this.#limits.untakenMessages ||
      this.#untakenBytes >= this.#limits.untakenBytes
    );
  }

  #goOn(): void {
    if (this.#isHeld || this.destroyed) return;
    this.#passOn();
    if (!this.#isHeld && !this.destroyed && this.readableLength < this.readableHighWaterMark) this.#inner.resume();
  }

  /** Passes as many bytes as the pace allows; the rest, and whatever follows, waits its turn. */
  #passOn(): void {
    while (this.#later.length > 0 && !this.destroyed && !this.#isHeld) {
      const refused = this.gauge.check(this.#later, controlsAtOnce, 1);
      if (refused) {
        this.#onRefused(refused);
        this.destroy();
        return;
      }
      const { passedBytes } = this.gauge;
      if (!this.push(this.#later.subarray(0, passedBytes))) this.#inner.pause();
      this.#later = this.#later.subarray(passedBytes);
      this.#count();
    }
    if (this.#isHeld) this.#inner.pause();
  }

  /** Counts what the gauge has just seen pass, and pauses when that was more than the pace. */
  #count(): void {
    const nowMs = performance.now();
    let waitMs = 0;
    for (const size of this.gauge.publishes) {
      this.#untaken.push(size);
      this.#untakenBytes += size;
      waitMs = Math.max(this.#messagePace.take(nowMs), this.#bytePace.take(nowMs, size));
    }
    for (let count = 0; count < this.gauge.controls; count++) waitMs = Math.max(waitMs, this.#controlPace.take(nowMs));
    if (waitMs === 0) return;
    this.#pausing = setTimeout(() => {
      this.#pausing = undefined;
      this.#goOn();
    }, waitMs);
  }

  override _read(): void {
    if (!this.#isHeld) this.#inner.resume();
  }

  override _writev(chunks: { chunk: Buffer; encoding: BufferEncoding }[], done: (error?: Error | null) => void): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), "binary" as BufferEncoding, done);
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    if (this.#inner.destroyed || !this.#inner.writable) {
      done(new Error("connection closed"));
      return;
    }
    this.traffic.downBytes += chunk.length;
    if (this.#inner.write(chunk)) done();
    else this.#inner.once("drain", done);
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#inner.end(() => done());
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    clearTimeout(this.#pausing);
    this.#later = Buffer.alloc(0);
    this.#inner.destroy();
    done(error);
  }
}

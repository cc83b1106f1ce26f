import { Duplex } from "node:stream";

import { packetLimitBytes } from "@offgrid/contract/core/constants";

/** The first packet is a CONNECT, which needs no more. */
const firstPacketBytes = 4 * 1024;
const unsentHighWaterBytes = 1024 * 1024;
const publishType = 3;

/**
 * Reads the lengths of MQTT packets as their bytes pass, without keeping any of them. The broker library itself has no
 * limit on a packet, so it must never see the first byte too many.
 */
export class PacketGauge {
  /** Longest packet from the second one on, in bytes after the fixed header. */
  limitBytes = packetLimitBytes;
  #packets = 0;
  /** Bytes of the current packet still to come; undefined while its header is read. */
  #left: number | undefined;
  #header = 0;
  #lengthBytes = 0;
  #length = 0;

  /** @returns why the connection must end, or undefined when these bytes may pass. */
  check(bytes: Uint8Array): "too long" | "malformed" | "qos 2" | undefined {
    for (let index = 0; index < bytes.length;) {
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
    return undefined;
  }

  #readHeader(byte: number): "too long" | "malformed" | "qos 2" | undefined {
    if (this.#header === 0) {
      if (byte === 0) return "malformed";
      // Nothing here needs it, and the library would have to remember every half-finished one.
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

/** A connection as the broker sees it: a TCP socket or a WebSocket behind the gauge, with a measure of what is unsent. */
export class GuardedConnection extends Duplex {
  readonly gauge = new PacketGauge();
  readonly address: string;
  readonly isWebSocket: boolean;
  /** Bytes of MQTT that came in and went out so far; those of a WebSocket's or TLS's own frames are not among them. */
  readonly traffic: Traffic = { upBytes: 0, downBytes: 0 };
  readonly #inner: Duplex;
  readonly #innerUnsent: () => number;

  /**
   * @param unsent Bytes that the inner connection still holds.
   * @param onRefused Told why, before the connection is destroyed.
   */
  constructor(
    inner: Duplex,
    about: { address: string; isWebSocket: boolean; unsent: () => number },
    onRefused: (reason: string) => void,
  ) {
    super({ readableHighWaterMark: 64 * 1024, writableHighWaterMark: unsentHighWaterBytes });
    this.#inner = inner;
    this.#innerUnsent = about.unsent;
    this.address = about.address;
    this.isWebSocket = about.isWebSocket;
    inner.on("data", (chunk: Buffer) => {
      if (this.destroyed) return;
      this.traffic.upBytes += chunk.length;
      const refused = this.gauge.check(chunk);
      if (refused) {
        onRefused(refused);
        this.destroy();
      } else if (!this.push(chunk)) {
        inner.pause();
      }
    });
    inner.on("end", () => this.push(null));
    inner.on("error", () => this.destroy());
    inner.on("close", () => this.destroy());
  }

  /** Bytes that were written and have not left this process. */
  get unsentBytes(): number {
    return this.writableLength + this.#innerUnsent();
  }

  override _read(): void {
    this.#inner.resume();
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
    this.#inner.destroy();
    done(error);
  }
}

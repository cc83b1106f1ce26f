/** Modbus over TCP as bytes: requests about coils, and their answers. Addresses count from 0, as on the wire. */

/** Transaction, protocol, and the length of what follows. */
const headerBytes = 6;
/** Unit, function and 252 bytes at most; less than two cannot name a function. */
const shortestBody = 2;
const longestBody = 254;
const readCoils = 0x01;
const writeCoil = 0x05;
const exceptionBit = 0x80;
const coilOn = 0xff00;

export type CoilRequest =
  | { kind: "read"; address: number; count: number }
  | { kind: "write"; address: number; isOn: boolean };

export interface Answer {
  transaction: number;
  unit: number;
  /** From the function on. */
  body: Buffer;
}

/** The device refused; codes 1 to 3 and 6 say that it did nothing. */
export class ModbusException extends Error {
  readonly code: number;

  constructor(code: number) {
    super(`The device refused with Modbus exception ${code}.`);
    this.code = code;
  }
}

export function toFrame(transaction: number, unit: number, request: CoilRequest): Buffer {
  const frame = Buffer.alloc(headerBytes + 6);
  frame.writeUInt16BE(transaction, 0);
  frame.writeUInt16BE(frame.length - headerBytes, 4);
  frame.writeUInt8(unit, 6);
  frame.writeUInt8(request.kind === "read" ? readCoils : writeCoil, 7);
  frame.writeUInt16BE(request.address, 8);
  frame.writeUInt16BE(request.kind === "read" ? request.count : request.isOn ? coilOn : 0, 10);
  return frame;
}

/** Cuts what comes over one connection into answers. */
export class AnswerReader {
  #rest: Buffer = Buffer.alloc(0);

  /** @throws Error when this is no Modbus, after which nothing of this connection can be trusted. */
  read(chunk: Buffer): Answer[] {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    const answers: Answer[] = [];
    while (this.#rest.length >= headerBytes) {
      const length = this.#rest.readUInt16BE(4);
      if (this.#rest.readUInt16BE(2) !== 0 || length < shortestBody || length > longestBody)
        throw new Error("what answers there does not speak Modbus");
      const end = headerBytes + length;
      if (this.#rest.length < end) break;
      answers.push({
        transaction: this.#rest.readUInt16BE(0),
        unit: this.#rest.readUInt8(headerBytes),
        body: this.#rest.subarray(headerBytes + 1, end),
      });
      this.#rest = this.#rest.subarray(end);
    }
    return answers;
  }
}

/**
 * @returns The coils that were asked for, in order; those of a write are none.
 * @throws ModbusException when the device refuses; Error when this does not answer the request.
 */
export function coilsOf(request: CoilRequest, body: Buffer): boolean[] {
  const asked = request.kind === "read" ? readCoils : writeCoil;
  if (body[0] === (asked | exceptionBit) && body.length === 2) throw new ModbusException(body.readUInt8(1));
  if (request.kind === "write") {
    if (body[0] !== asked || body.length !== 5 || body.readUInt16BE(1) !== request.address)
      throw new Error("a write was answered with another one");
    // The value is left alone: what the coil is now is for a read to say.
    return [];
  }
  const bytes = Math.ceil(request.count / 8);
  if (body[0] !== asked || body[1] !== bytes || body.length !== 2 + bytes)
    throw new Error("other coils came than were asked for");
  // Whole bytes come; what lies beyond the coils that were asked for means nothing.
  return Array.from(
    { length: request.count },
    (_, coil) => ((body.readUInt8(2 + (coil >> 3)) >> (coil & 7)) & 1) === 1,
  );
}

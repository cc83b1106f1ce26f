/** MQTT 3.1.1 packets of every type, made by hand, and their mutations. Random numbers are an argument. */

/** Numbers in [0, 1) that are the same in every run. */
export function seededChance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function connectPacket(id: string, secret: string): Buffer {
  // Protocol name and level 4, flags: user name, password, clean session; keepalive 60 s.
  const head = Buffer.concat([text("MQTT"), Buffer.from([4, 0b1100_0010, 0, 60])]);
  return packet(1, 0, Buffer.concat([head, text(id), text(id), text(secret)]));
}

/** One of each of the fourteen types, as a client or a server would send it. */
export function everyPacketType(id: string, topicName: string): Buffer[] {
  const number = Buffer.from([0, 9]);
  const payload = Buffer.from('{"ts":1,"values":{"a":1}}');
  return [
    connectPacket(id, "wrong"),
    packet(2, 0, Buffer.from([0, 0])),
    packet(3, 0b0010, Buffer.concat([text(topicName), number, payload])),
    packet(3, 0b1101, Buffer.concat([text("$SYS/x"), number, payload])),
    ...[4, 5, 7].map((type) => packet(type, 0, number)),
    packet(6, 2, number),
    packet(8, 2, Buffer.concat([number, text("#"), Buffer.from([1])])),
    packet(9, 0, Buffer.concat([number, Buffer.from([0x80])])),
    packet(10, 2, Buffer.concat([number, text("#")])),
    packet(11, 0, number),
    ...[12, 13, 14].map((type) => packet(type, 0, Buffer.alloc(0))),
  ];
}

/** A packet with some bytes changed, left out or added. */
export function mutated(original: Buffer, chance: () => number): Uint8Array {
  const bytes = [...original];
  for (let change = 0; change <= chance() * 4; change++) {
    const place = Math.floor(chance() * bytes.length);
    const byte = Math.floor(chance() * 256);
    const kind = chance();
    if (kind < 0.6) bytes[place] = byte;
    else if (kind < 0.8) bytes.splice(place, 1 + Math.floor(chance() * 4));
    else bytes.splice(place, 0, byte, byte ^ 0xff);
  }
  return Uint8Array.from(bytes);
}

function packet(type: number, flags: number, body: Buffer): Buffer {
  const length: number[] = [];
  let left = body.length;
  do {
    const more = left >= 128;
    length.push((left % 128) | (more ? 128 : 0));
    left = Math.floor(left / 128);
  } while (left > 0);
  return Buffer.concat([Buffer.from([(type << 4) | flags, ...length]), body]);
}

function text(words: string): Buffer {
  const bytes = Buffer.from(words);
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes]);
}

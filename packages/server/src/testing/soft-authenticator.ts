import { createHash, createSign, generateKeyPairSync, randomBytes } from "node:crypto";

/** A passkey device in software: answers as a browser would, with room for what a test wants to be wrong. */
export interface SoftAuthenticator {
  create(options: Record<string, unknown>, wrong?: Wrong): Credential;
  get(options: Record<string, unknown>, wrong?: Wrong): Credential;
}

/** What an answer gets wrong. */
export interface Wrong {
  origin?: string;
  rpId?: string;
  /** The device did not ask who holds it. */
  isUnverified?: boolean;
  counter?: number;
  challenge?: string;
}

type Credential = Record<string, unknown> & { id: string };

const flags = { present: 0x01, verified: 0x04, attested: 0x40 };

export function softAuthenticator(origin: string): SoftAuthenticator {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(32);
  let counter = 0;
  const hostname = new URL(origin).hostname;

  const clientData = (type: string, options: Record<string, unknown>, wrong: Wrong) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: wrong.challenge ?? options["challenge"],
        origin: wrong.origin ?? origin,
        crossOrigin: false,
      }),
    );
  const authenticatorData = (wrong: Wrong, attested?: Buffer) => {
    counter = wrong.counter ?? counter + 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const bits = flags.present | (wrong.isUnverified ? 0 : flags.verified) | (attested ? flags.attested : 0);
    const host = createHash("sha256")
      .update(wrong.rpId ?? hostname)
      .digest();
    return Buffer.concat([host, Buffer.of(bits), count, attested ?? Buffer.alloc(0)]);
  };
  const wrap = (response: Record<string, unknown>): Credential => ({
    id: id.toString("base64url"),
    rawId: id.toString("base64url"),
    type: "public-key",
    authenticatorAttachment: "platform",
    clientExtensionResults: {},
    response,
  });

  return {
    create: (options, wrong = {}) => {
      const { x = "", y = "" } = publicKey.export({ format: "jwk" });
      // COSE: {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}
      const key = Buffer.concat([
        Buffer.from("a5010203262001215820", "hex"),
        Buffer.from(x, "base64url"),
        Buffer.from("225820", "hex"),
        Buffer.from(y, "base64url"),
      ]);
      const idLength = Buffer.alloc(2);
      idLength.writeUInt16BE(id.length);
      const data = authenticatorData(wrong, Buffer.concat([Buffer.alloc(16), idLength, id, key]));
      // CBOR: {"fmt": "none", "attStmt": {}, "authData": data}
      const length = Buffer.alloc(2);
      length.writeUInt16BE(data.length);
      const attestation = Buffer.concat([
        Buffer.from("a363666d74646e6f6e656761747453746d74a068617574684461746159", "hex"),
        length,
        data,
      ]);
      return wrap({
        clientDataJSON: clientData("webauthn.create", options, wrong).toString("base64url"),
        attestationObject: attestation.toString("base64url"),
        transports: ["internal"],
      });
    },
    get: (options, wrong = {}) => {
      const data = authenticatorData(wrong);
      const client = clientData("webauthn.get", options, wrong);
      const signed = Buffer.concat([data, createHash("sha256").update(client).digest()]);
      return wrap({
        clientDataJSON: client.toString("base64url"),
        authenticatorData: data.toString("base64url"),
        signature: createSign("sha256").update(signed).sign(privateKey).toString("base64url"),
        userHandle: null,
      });
    },
  };
}

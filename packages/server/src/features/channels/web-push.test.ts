import { createECDH, createPublicKey, verify } from "node:crypto";

import { expect, test } from "vitest";

import { openPush } from "./browser.fixture.ts";
import { encryptPush, makePushKeys, pushAuthorization, sealRecord, topicOf } from "./web-push.ts";

const bytes = (text: string) => Buffer.from(text, "base64url");

test("a message is encrypted as RFC 8291 has it in its example", () => {
  const own = createECDH("prime256v1");
  own.setPrivateKey(bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"));
  const theirs = bytes("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4");
  const agreed = {
    secret: own.computeSecret(theirs),
    ours: own.getPublicKey(),
    theirs,
    auth: bytes("BTBZMqHH6r4Tts7J_aSIgg"),
  };
  const sealed = sealRecord("When I grow up, I want to be a watermelon", agreed, bytes("DGv6ra1nlYgDCS1FRnbzlw"));
  expect(sealed.toString("base64url")).toBe(
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
  );
});

test("a browser opens what was encrypted for it", () => {
  const browser = createECDH("prime256v1");
  browser.generateKeys();
  const auth = Buffer.alloc(16, 3);
  const keys = { p256dh: browser.getPublicKey("base64url"), auth: auth.toString("base64url") };
  expect(openPush(encryptPush("Élodie, « 20 % »", keys), browser, auth)).toBe("Élodie, « 20 % »");
});

test("the header of a push message is signed by the portal for the one service, and ends by itself", () => {
  const nowMs = Date.UTC(2026, 10, 20);
  for (let count = 0; count < 20; count++) {
    const keys = makePushKeys();
    const header = pushAuthorization("https://push.example.org/send/abc", keys, "help@example.org", nowMs);
    const [, head = "", claims = "", signature = "", key] =
      /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(header) ?? [];
    expect(JSON.parse(bytes(head).toString())).toEqual({ typ: "JWT", alg: "ES256" });
    expect(JSON.parse(bytes(claims).toString())).toEqual({
      aud: "https://push.example.org",
      exp: nowMs / 1_000 + 12 * 3_600,
      sub: "mailto:help@example.org",
    });
    expect(key).toBe(keys.publicKey);
    const point = bytes(keys.publicKey);
    const [x, y] = [point.subarray(1, 33).toString("base64url"), point.subarray(33).toString("base64url")];
    const checking = createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" });
    const signed = Buffer.from(`${head}.${claims}`);
    expect(verify("sha256", signed, { key: checking, dsaEncoding: "ieee-p1363" }, bytes(signature))).toBe(true);
  }
});

test("a topic has at most 32 letters of the alphabet that push services take", () => {
  expect(topicOf("incident 1")).toMatch(/^[\w-]{32}$/);
  expect(topicOf("incident 1")).not.toBe(topicOf("incident 2"));
});

import { expect, test } from "vitest";

import { passkeyBarrier } from "./passkeys.ts";

const able = { PublicKeyCredential: { parseRequestOptionsFromJSON: () => ({}) as PublicKeyCredentialRequestOptions } };
const at = (hostname: string, isSecureContext = true) => ({ isSecureContext, location: { hostname } });

test.each([
  ["a secure name in a browser that has passkeys", { ...at("portal.example.org"), ...able }, undefined],
  ["this machine", { ...at("localhost"), ...able }, undefined],
  ["a name without https", { ...at("portal.example.org", false), ...able }, "address"],
  ["a bare IP address", { ...at("10.0.0.7"), ...able }, "address"],
  ["a bare IPv6 address", { ...at("[::1]"), ...able }, "address"],
  ["an insecure address, which also takes passkeys from the page", at("10.0.0.7", false), "address"],
  ["a browser without passkeys", at("portal.example.org"), "browser"],
  ["a browser whose passkeys speak no JSON", { ...at("localhost"), PublicKeyCredential: {} }, "browser"],
] as const)("passkeys and %s", (_, where, barrier) => {
  expect(passkeyBarrier(where)).toBe(barrier);
});

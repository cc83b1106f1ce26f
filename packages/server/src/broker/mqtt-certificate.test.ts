import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { testCertificate } from "../testing/test-certificate.ts";
import { readMqttCertificate } from "./mqtt-certificate.ts";

const folder = mkdtempSync(join(tmpdir(), "offgrid-certificate-"));
afterAll(() => rmSync(folder, { recursive: true }));

const file = (name: string, text: string) => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

test("a certificate and its key are taken", () => {
  expect(readMqttCertificate(testCertificate).validUntil).toEqual(new Date(Date.UTC(2120, 0, 1)));
});

test("a file that is unreadable, not PEM or does not match gives one sentence with the variable and the remedy", () => {
  const otherKey = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({
    type: "pkcs8",
    format: "pem",
  });
  const { certPath, keyPath } = testCertificate;
  expect(() => readMqttCertificate({ certPath: join(folder, "none.pem"), keyPath })).toThrow(
    /^The file .*none\.pem of MQTT_TLS_CERT cannot be read \(ENOENT.*\); make it readable for this user, or correct MQTT_TLS_CERT\.$/,
  );
  expect(() => readMqttCertificate({ certPath, keyPath: folder })).toThrow(
    /^The file .* of MQTT_TLS_KEY cannot be read/,
  );
  expect(() => readMqttCertificate({ certPath: file("text.pem", "no certificate"), keyPath })).toThrow(
    /^The file .*text\.pem of MQTT_TLS_CERT holds no certificate in PEM .*; point MQTT_TLS_CERT to one\.$/,
  );
  expect(() => readMqttCertificate({ certPath, keyPath: certPath })).toThrow(/of MQTT_TLS_KEY holds no private key/);
  expect(() => readMqttCertificate({ certPath, keyPath: file("other.pem", String(otherKey)) })).toThrow(
    /^The key .*other\.pem of MQTT_TLS_KEY does not belong to the certificate .* of MQTT_TLS_CERT; point both/,
  );
});

import { once } from "node:events";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, connect as connectPlain } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect as connectTls, createServer as createTlsServer } from "node:tls";

import { ackTopic, dataTopic } from "@offgrid/contract/telemetry/telemetry.topics";
import { startController } from "@offgrid/controller/controller";
import mqtt from "mqtt";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";

import { registerContainer } from "../features/containers/registration.ts";
import { renewedCertificate, testAuthority, testCertificate } from "../testing/test-certificate.ts";
import { type TestPortal, startTestPortal } from "../testing/test-portal.ts";

let portal: TestPortal;
let secret: string;
beforeAll(async () => {
  portal = await startTestPortal({ mqttTls: testCertificate });
  const about = { containerId: "lodwar", name: "Lodwar", serialNumber: "1", users: [] };
  ({ secret } = await portal.database.db.transaction().execute((db) => registerContainer(db, about)));
});
afterAll(() => portal.stop());

test("with a certificate a controller sends over TLS, to a portal whose identity it verifies", async () => {
  const open = (ca: Buffer | undefined) => {
    const client = mqtt.connect(`mqtts://127.0.0.1:${portal.mqttPort}`, {
      clientId: "lodwar",
      username: "lodwar",
      password: secret,
      protocolVersion: 4,
      reconnectPeriod: 0,
      ...(ca && { ca }),
    });
    onTestFinished(() => void client.end(true));
    return client;
  };
  const refused = await new Promise<Error>((resolve) => open(undefined).once("error", resolve));
  expect(refused.message).toMatch(/self.signed/);
  const client = open(testAuthority);
  await new Promise<void>((resolve, reject) => client.once("connect", () => resolve()).once("error", reject));
  await client.subscribeAsync(ackTopic.name({ containerId: "lodwar" }), { qos: 1 });
  const answered = new Promise<string>((resolve) => client.once("message", (_, payload) => resolve(String(payload))));
  const ts = Date.now();
  await client.publishAsync(
    dataTopic.name({ containerId: "lodwar" }),
    JSON.stringify({ ts, values: { "battery.soc": 71 } }),
    { qos: 1 },
  );
  expect(JSON.parse(await answered)).toEqual({ ts: [ts] });
});

test("plain MQTT and TLS before 1.2 are refused on the TLS port", async () => {
  const plain = connectPlain(portal.mqttPort, "127.0.0.1");
  plain.on("error", () => {});
  plain.write(Buffer.from([0x10, 0x0c, 0x00, 0x04, 0x4d, 0x51, 0x54, 0x54, 0x04, 0x02, 0x00, 0x3c, 0x00, 0x00]));
  plain.resume();
  await once(plain, "close");
  const old = connectTls({
    port: portal.mqttPort,
    host: "127.0.0.1",
    ca: testAuthority,
    minVersion: "TLSv1",
    maxVersion: "TLSv1.1",
    ciphers: "DEFAULT@SECLEVEL=0",
  });
  const [error] = (await once(old, "error")) as [Error & { code?: string }];
  expect(error.code).toMatch(/ALERT_PROTOCOL_VERSION|ECONNRESET/);
});

test("a certificate that was renewed is presented to whoever connects next; of half a pair the one before stays", async () => {
  const folder = await mkdtemp(join(tmpdir(), "offgrid-renewed-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [certPath, keyPath] = [join(folder, "cert.pem"), join(folder, "key.pem")];
  await cp(testCertificate.certPath, certPath);
  await cp(testCertificate.keyPath, keyPath);
  const renewing = await startTestPortal({ mqttTls: { certPath, keyPath } });
  onTestFinished(() => renewing.stop());
  const presented = async () => {
    const socket = connectTls({ port: renewing.mqttPort, host: "127.0.0.1", rejectUnauthorized: false });
    await once(socket, "secureConnect");
    const { serialNumber } = socket.getPeerCertificate();
    socket.destroy();
    return serialNumber;
  };
  const before = await presented();
  expect(before).not.toBe(renewedCertificate.serialNumber);
  await writeFile(certPath, "half a cert");
  expect(renewing.reload()).toBe(false);
  expect(await presented()).toBe(before);
  await cp(renewedCertificate.certPath, certPath);
  expect(renewing.reload()).toBe(true);
  expect(await presented()).toBe(renewedCertificate.serialNumber);
});

test("a controller that does not know the portal's authority says once for each try how it gets to know it", async () => {
  const files = { cert: await readFile(testCertificate.certPath), key: await readFile(testCertificate.keyPath) };
  const stranger = createTlsServer(files);
  stranger.on("tlsClientError", () => undefined);
  let tries = 0;
  stranger.on("connection", () => tries++);
  await new Promise<void>((resolve) => stranger.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void stranger.close());
  const dataDir = await mkdtemp(join(tmpdir(), "offgrid-stranger-"));
  const reasons: unknown[] = [];
  const log = {
    info: () => undefined,
    warn: (details: object, message: string) => {
      if (message === "link trouble") reasons.push((details as { reason: unknown }).reason);
    },
  };
  const controller = await startController({
    ...{ containerId: "lodwar", secret, dataDir, log, everyMs: 500, reconnectAfterMs: 20 },
    url: `mqtts://127.0.0.1:${(stranger.address() as AddressInfo).port}`,
    driver: { metrics: [], devices: [], capabilities: [], read: async () => undefined, close: async () => undefined },
  });
  onTestFinished(async () => {
    await controller.stop();
    await rm(dataDir, { recursive: true });
  });
  await vi.waitUntil(() => tries >= 3, 20_000);
  expect(reasons.length).toBeGreaterThanOrEqual(2);
  expect(reasons.length).toBeLessThanOrEqual(tries);
  expect(new Set(reasons)).toEqual(new Set([expect.stringMatching(/self.signed.+ NODE_EXTRA_CA_CERTS$/)]));
});

import { hostname } from "node:os";

import { expect, test } from "vitest";

import { readConfig } from "../../config/config.ts";
import { testDatabase } from "../../testing/test-database.ts";
import { controllerAddress, noteControllerAddress } from "./controller-address.store.ts";
import { mqttAddress } from "./registration.ts";

const withTls = { MQTT_TLS_CERT: "cert.pem", MQTT_TLS_KEY: "key.pem" };
const https = "https://portal.example.org";

test.each([
  [{}, "mqtt://127.0.0.1:1883", { host: "127.0.0.1", port: 1883, tls: false }],
  [{ MQTT_HOST: "::1" }, "mqtt://[::1]:1883", { host: "::1", port: 1883, tls: false }],
  [{ PUBLIC_URL: "http://localhost:8080" }, "mqtt://localhost:1883", { host: "localhost", port: 1883, tls: false }],
  [{ PUBLIC_URL: https }, "wss://portal.example.org/mqtt", { host: "portal.example.org", port: 443, tls: true }],
  [
    { PUBLIC_URL: `${https}:8443`, MQTT_HOST: "::1" },
    "wss://portal.example.org:8443/mqtt",
    { host: "portal.example.org", port: 8443, tls: true },
  ],
  [
    { ROLES: "ingest", PUBLIC_URL: https },
    "mqtt://portal.example.org:1883",
    { host: "portal.example.org", port: 1883, tls: false },
  ],
  [
    { ...withTls, PUBLIC_URL: https },
    "wss://portal.example.org/mqtt",
    { host: "portal.example.org", port: 443, tls: true },
  ],
  [
    { ...withTls, PUBLIC_URL: https, MQTT_HOST: "0.0.0.0" },
    "mqtts://portal.example.org:8883",
    { host: "portal.example.org", port: 8883, tls: true },
  ],
  [{ ...withTls, MQTT_HOST: "192.0.2.7" }, "mqtts://192.0.2.7:8883", { host: "192.0.2.7", port: 8883, tls: true }],
  [{ ...withTls, MQTT_HOST: "0.0.0.0" }, `mqtts://${hostname()}:8883`, { host: hostname(), port: 8883, tls: true }],
])("with %j controllers are sent to %s", (env, url, parts) => {
  expect(mqttAddress(readConfig(env))).toEqual({ ...parts, url });
});

test("the address for controllers is that of the process which ingests, whatever the one that is asked was given", async () => {
  const { db } = await testDatabase();
  const here = readConfig({});
  expect(await controllerAddress(db, here)).toEqual(mqttAddress(here));
  const ingesting = readConfig({ PUBLIC_URL: `${https}:8443` });
  await noteControllerAddress(db, ingesting);
  expect(await controllerAddress(db, here)).toEqual(mqttAddress(ingesting));
  await noteControllerAddress(db, here);
  expect(await controllerAddress(db, ingesting)).toEqual(mqttAddress(here));
});

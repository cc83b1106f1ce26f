import { expect, test } from "vitest";

import { settingNames } from "./config.ts";
import { misspelt } from "./misspelt.ts";

const found = (env: Record<string, string>) => misspelt(env, settingNames);

test.each([
  ["TRUSTED_PROXY", "TRUSTED_PROXIES"],
  ["PUBLICURL", "PUBLIC_URL"],
  ["public_url", "PUBLIC_URL"],
  ["DATABSE_URL", "DATABASE_URL"],
  ["MQTT_TLS_CERTS", "MQTT_TLS_CERT"],
  ["ROLE", "ROLES"],
  ["METRIC_TOKEN", "METRICS_TOKEN"],
])("a variable %s, which nobody reads, is taken for a misspelt %s", (name, meant) => {
  expect(found({ [name]: "x" })).toEqual([{ name, meant }]);
  expect(found({ [name]: "" })).toEqual([]);
  // Whoever set both may take the value that goes unheeded for the one that holds.
  expect(found({ [name]: "x", [meant]: "y" })).toEqual([{ name, meant }]);
});

test("variables of others are not taken for misspelt ones of ours", () => {
  const others = [
    "PATH",
    "HOME",
    "HOSTNAME",
    "PORTS",
    "SHELL",
    "LANG",
    "TERM",
    "NODE_OPTIONS",
    "EDITOR",
    "MAIL",
    "USER",
  ];
  const given = Object.fromEntries([...others, ...settingNames].map((name) => [name, "x"]));
  expect(found(given)).toEqual([]);
});

/** The files of `deploy`, by which an operator runs the portal: as far as they can be checked without what runs them. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";

import { settings } from "./config.ts";

const deploy = join(import.meta.dirname, "../../../../deploy");
const textOf = (file: string) => readFileSync(join(deploy, file), "utf8");
const units = ["offgrid-portal.service", "offgrid-controller.service"];
const known = new Set(Object.values(settings).map(({ name }) => name));

/** Parameters of the program that a unit starts. */
function startOf(unit: string): string[] {
  return /^ExecStart=\S+ (.*)$/m.exec(textOf(unit))?.[1]?.split(" ") ?? [];
}

interface Service {
  image: string;
  environment?: Record<string, string>;
  volumes?: string[];
  networks: string[];
  ports?: string[];
  read_only?: boolean;
}
interface Compose {
  services: Record<"portal" | "database" | "proxy", Service>;
  networks: Record<string, { ipam?: { config: { subnet: string }[] }; internal?: boolean }>;
  volumes: Record<string, unknown>;
}
const compose = parse(textOf("compose.yaml")) as Compose;

test("an image starts the portal by the command of its unit, as a user without rights, and says whether it is ready", () => {
  const lines = textOf("Dockerfile").split("\n");
  const last = (word: string) => lines.findLast((line) => line.startsWith(`${word} `))?.slice(word.length + 1) ?? "";
  expect(JSON.parse(last("CMD"))).toEqual(["node", ...startOf("offgrid-portal.service")]);
  expect(last("USER")).toBe("offgrid");
  expect(lines.indexOf("USER offgrid")).toBeGreaterThan(lines.indexOf("COPY . ."));
  const health = /^ {2}CMD (\[.*\])$/m.exec(textOf("Dockerfile"))?.[1] ?? "[]";
  const [, , script = ""] = JSON.parse(health) as string[];
  const env = { ...process.env, PORT: "1" };
  // Nothing answers there.
  expect(spawnSync(process.execPath, ["-e", script], { env }).status).toBe(1);
  const set = last("ENV")
    .split(" ")
    .map((pair) => pair.split("=")[0] ?? "");
  expect(set.filter((name) => name !== "NODE_ENV" && !known.has(name))).toEqual([]);
});

test("containers that run together know only settings that exist, keep what has to last, and hide the database", () => {
  const { portal, database, proxy } = compose.services;
  expect(Object.keys(portal.environment ?? {}).filter((name) => !known.has(name))).toEqual([]);
  expect(portal.read_only).toBe(true);
  expect([portal.ports, database.ports]).toEqual([undefined, undefined]);
  expect(compose.networks["back"]?.internal).toBe(true);
  expect([database.networks, proxy.networks]).toEqual([["back"], ["front"]]);
  expect(portal.environment?.["TRUSTED_PROXIES"]).toBe(compose.networks["front"]?.ipam?.config[0]?.subnet);
  const mounts = Object.values(compose.services).flatMap(({ volumes = [] }) =>
    volumes.map((one) => one.split(":")[0] ?? ""),
  );
  for (const mount of mounts)
    expect(mount.startsWith("./") ? existsSync(join(deploy, mount)) : mount in compose.volumes, mount).toBe(true);
});

test("the proxy of these containers does what the one of a machine does", () => {
  const rules = (file: string, host: string, portal: string) =>
    textOf(file)
      .replace(host, "\nHOST {")
      .replace(portal, "PORTAL")
      .split("\n")
      .map((line) => line.replace(/#.*$/, "").trim())
      .filter((line) => line !== "");
  expect(rules("compose/Caddyfile", "\n{$PORTAL_HOST} {", "portal:8080")).toEqual(
    rules("proxies/Caddyfile", "\nportal.example.org {", "127.0.0.1:8080"),
  );
});

const verifier = spawnSync("systemd-analyze", ["--version"]).status === 0;

test.skipIf(!verifier).each(units)("%s is a unit that systemd takes", (unit) => {
  const folder = mkdtempSync(join(tmpdir(), "unit-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, unit);
  // Here the program may be elsewhere.
  writeFileSync(path, textOf(unit).replace("/usr/bin/node", process.execPath));
  const { status, stderr } = spawnSync("systemd-analyze", ["verify", "--man=no", path], { encoding: "utf8" });
  const about = stderr.split("\n").filter((line) => line.includes(unit));
  expect([status, about]).toEqual([0, []]);
});

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
  env_file?: { path: string; required: boolean }[];
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

test("any setting reaches the portal of these containers, no image has one, and the database's administrator stays unknown to it", () => {
  const { portal } = compose.services;
  expect(portal.env_file).toEqual([{ path: "portal.env", required: false }]);
  // What stands here would hide the same setting of that file, so it may only be what these containers need.
  expect(Object.keys(portal.environment ?? {})).toEqual([
    "PUBLIC_URL",
    "TRUSTED_PROXIES",
    "DATABASE_URL",
    "DATABASE_OWNER_URL",
  ]);
  expect(JSON.stringify(portal)).not.toContain("ADMIN_PASSWORD");
  const left = textOf("Dockerfile.dockerignore").split("\n");
  expect(left).toEqual(expect.arrayContaining(["deploy/.env", "deploy/portal.env"]));
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

/** What systemd-run is given by `deploy/offgrid-portal`, for a person who is root or is not. */
function commandLineOf(uid: number, ...words: string[]) {
  const folder = mkdtempSync(join(tmpdir(), "command-line-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const put = (name: string, line: string) =>
    writeFileSync(join(folder, name), `#!/bin/sh\n${line}\n`, { mode: 0o755 });
  put("id", `echo ${uid}`);
  put("systemctl", `echo "/mnt/backups of $4"`);
  put("systemd-run", `printf '%s\\n' "$@"`);
  const env = { PATH: `${folder}:/usr/bin:/bin` };
  const { status, stdout, stderr } = spawnSync(join(deploy, "offgrid-portal"), words, { encoding: "utf8", env });
  return { status, given: stdout.split("\n").slice(0, -1), said: stderr };
}

test("the command line of an installed portal has the user, settings, data and program of its unit", () => {
  const unit = textOf("offgrid-portal.service");
  const of = (key: string) => new RegExp(`^${key}=(.*)$`, "m").exec(unit)?.[1] ?? "";
  const { status, given } = commandLineOf(0, "containers", "add", "--name", "Kisumu clinic");
  expect(status).toBe(0);
  const [node = "", ...start] = of("ExecStart").split(" ");
  const program = `${of("WorkingDirectory")}/${start.at(-1)?.replace("portal.mjs", "administer.mjs")}`;
  const command = [node, ...start.slice(0, -1), program, "containers", "add", "--name", "Kisumu clinic"];
  expect(given.slice(-command.length)).toEqual(command);
  const kept = [
    ...["EnvironmentFile", "StateDirectory", "StateDirectoryMode"],
    ...["NoNewPrivileges", "ProtectSystem", "ProtectHome"],
  ].map((key) => `--property=${key}=${of(key)}`);
  const environment = of("Environment")
    .split(" ")
    .map((pair) => `--setenv=${pair}`);
  // What an operator adds to the unit by hand holds for both.
  kept.push("--property=ReadWritePaths=/mnt/backups of offgrid-portal.service");
  expect(given).toEqual(expect.arrayContaining([`--uid=${of("User")}`, ...environment, ...kept]));
});

test("without the rights to read the settings, the command line of an installed portal says who has them", () => {
  expect(commandLineOf(1000, "doctor")).toEqual({ status: 1, given: [], said: expect.stringContaining("sudo") });
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

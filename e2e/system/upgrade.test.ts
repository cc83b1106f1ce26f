/** Two controllers under real supervisors are upgraded by the portal: one keeps the release, the other one takes it back. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { makeKeys } from "@offgrid/controller/testing/releases";
import { expect, test } from "vitest";

import { buildRelease } from "../../scripts/release-build.ts";
import { standaloneProgram } from "../../scripts/standalone.ts";
import { addAdministrator, type Caller, type PortalProcess, register, startPortal } from "./portal.ts";
import { runFile, temporaryFolder, until } from "./programs.ts";
import { RelayModule } from "./relay-module.ts";

/** Several frames and many signs of life. */
const trial = { seconds: "6", env: { OFFGRID_BEAT_MS: "200" } };

interface Upgrades {
  data: { state: string; version: string; log: string[]; startedAt: string | null; bootedAt: string | null }[];
  running: string | null;
  canUpgrade: boolean;
}

test(
  "two containers install a release of the portal, of which one keeps it, and one takes it back since it crashes there; neither switches anything",
  { timeout: 300_000 },
  async () => {
    const keys = makeKeys();
    const program = await standaloneProgram("controller");
    const releaseOf = (version: string, seq: number, text: Buffer) =>
      buildRelease({ key: keys.privateKey, seq, min: 0, fromMs: Date.now() - 60_000, days: 1, version, program: text });
    const fault = Buffer.from(`if (process.argv.join().includes("fragile")) throw new Error("no such device");\n`);
    const [first, next] = [
      await releaseOf("0.9.0", 1, program),
      await releaseOf("0.9.1", 2, Buffer.concat([fault, program])),
    ];

    const own = await temporaryFolder();
    const portal = await startPortal(join(own, "portal"), { RELEASE_KEYS: keys.publicKey });
    const ada = await addAdministrator(join(own, "portal"), portal.url);
    const modules = await Promise.all([RelayModule.start(), RelayModule.start()]);
    // Relays that are on, as people have left them.
    for (const module of modules) module.isOn = true;
    const [one, other] = modules;
    const start = (name: string, { port }: RelayModule) =>
      startGateway({ name, own, portal, first, publicKey: keys.publicKey, port });
    const [sturdy, fragile] = await Promise.all([start("sturdy", one), start("fragile", other)]);
    const both = [sturdy, fragile];
    const file = next.toString("base64");
    await ada.call("releaseUpload", { file });
    for (const containerId of both)
      await until("the container can be upgraded", async () => {
        const { running, canUpgrade } = await upgradesOf(ada, containerId);
        return running === "0.9.0" && canUpgrade;
      });

    for (const containerId of both) await ada.call("upgradeContainer", { containerId, version: "0.9.1" });
    const isOver = async (containerId: string, state: string, running: string) => {
      const known = await upgradesOf(ada, containerId);
      return known.data[0]?.state === state && known.running === running;
    };
    await until("the fragile one is back on its release", () => isOver(fragile, "rolled_back", "0.9.0"));
    await until("the sturdy one keeps the new release", () => isOver(sturdy, "healthy", "0.9.1"));
    const [failed] = (await upgradesOf(ada, fragile)).data;
    expect(failed?.log.join("\n")).toContain("no such device");
    const [kept] = (await upgradesOf(ada, sturdy)).data;
    expect(kept).toMatchObject({ startedAt: expect.any(String), bootedAt: expect.any(String), log: [] });
    expect(modules).toMatchObject([one, other].map(() => ({ isOn: true, writes: 0 })));
  },
);

function upgradesOf(ada: Caller, containerId: string): Promise<Upgrades> {
  return ada.call<Upgrades>("containerUpgradeList", { containerId });
}

interface Gateway {
  name: string;
  own: string;
  portal: PortalProcess;
  first: Buffer;
  publicKey: string;
  /** Of the relay module. */
  port: number;
}

/** Registers a container and runs its controller under a supervisor. @returns its id. */
async function startGateway({ name, own, portal, first, publicKey, port }: Gateway): Promise<string> {
  const { containerId, secret } = await register(join(own, "portal"), name);
  const place = join(own, name);
  await mkdir(place);
  const files = {
    secret,
    keys: `${publicKey}\n`,
    "first.release": first,
    "controller.yaml": settingsOf(containerId, portal, place, port),
  };
  for (const [file, content] of Object.entries(files)) await writeFile(join(place, file), content, { mode: 0o600 });
  const usual = ["--folder", join(place, "program"), "--keys", join(place, "keys")];
  await runFile("supervisor", [...usual, "--install", join(place, "first.release")]).ended;
  const { seconds, env } = trial;
  runFile("supervisor", [...usual, "--trial-seconds", seconds, join(place, "controller.yaml")], { env });
  return containerId;
}

function settingsOf(containerId: string, portal: PortalProcess, place: string, port: number): string {
  return `
container: ${containerId}
portal: ${portal.mqttUrl}
website: ${portal.url}
secretFile: ${join(place, "secret")}
dataFolder: ${join(place, "data")}
everySeconds: 1
devices:
  - id: relays
    driver: adam-6060
    host: 127.0.0.1
    port: ${port}
    outputs:
      - { channel: 0, target: relay.1 }
`;
}

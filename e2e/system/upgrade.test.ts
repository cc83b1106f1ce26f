/** A controller under the real supervisor is upgraded by the portal, and goes back from a release that is faulty. */
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { makeKeys, makeRelease } from "@offgrid/controller/testing/releases";
import { expect, test } from "vitest";

import { buildRelease } from "../../scripts/release-build.ts";
import { addAdministrator, register, startPortal } from "./portal.ts";
import { root, runFile, temporaryFolder, until } from "./programs.ts";

const recording = join(root, "../shared/data/victron-bct");

interface Upgrades {
  data: { state: string; version: string; log: string[]; startedAt: string | null; bootedAt: string | null }[];
  running: string | null;
  canUpgrade: boolean;
}

test.skipIf(!existsSync(recording))(
  "a container installs a release of the portal and keeps it, and takes back one that crashes (needs ../shared/data/victron-bct)",
  { timeout: 300_000 },
  async () => {
    const keys = makeKeys();
    const own = await temporaryFolder();
    const dataDir = join(own, "portal");
    const portal = await startPortal(dataDir, { RELEASE_KEYS: keys.publicKey });
    const { containerId, secret } = await register(dataDir, "Upgraded");
    const ada = await addAdministrator(dataDir, portal.url);

    const place = join(own, "gateway");
    await mkdir(place);
    const files = { secret, keys: `${keys.publicKey}\n`, "controller.yaml": settingsOf(containerId, portal, place) };
    for (const [name, text] of Object.entries(files)) await writeFile(join(place, name), text, { mode: 0o600 });
    const releaseOf = (version: string, seq: number) =>
      buildRelease({ key: keys.privateKey, seq, min: 0, fromMs: Date.now() - 60_000, days: 1, version });
    await writeFile(join(place, "first.release"), await releaseOf("0.9.0", 1));
    const usual = ["--folder", join(place, "program"), "--keys", join(place, "keys")];
    await runFile("supervisor", [...usual, "--install", join(place, "first.release")]).ended;
    // Long enough for several of the signs of life that a controller gives every five seconds.
    runFile("supervisor", [...usual, "--trial-seconds", "20", join(place, "controller.yaml")]);

    const upgrades = () => ada.call<Upgrades>("containerUpgradeList", { containerId });
    const ends = async (version: string, state: string) => {
      await ada.call("upgradeContainer", { containerId, version });
      await until(`${version} is ${state}`, async () => {
        const [newest] = (await upgrades()).data;
        return newest?.version === version && newest.state === state;
      });
    };
    const add = (file: Buffer) => ada.call("releaseUpload", { file: file.toString("base64") });

    await until("the container can be upgraded", async () => {
      const { running, canUpgrade } = await upgrades();
      return running === "0.9.0" && canUpgrade;
    });
    await add(await releaseOf("0.9.1", 2));
    await ends("0.9.1", "healthy");
    await until("the new release runs", async () => (await upgrades()).running === "0.9.1");

    await add(makeRelease(keys, `throw new Error("no such device");`, { version: "0.9.2", seq: 3 }));
    await ends("0.9.2", "rolled_back");
    const [failed] = (await upgrades()).data;
    expect(failed?.log.join("\n")).toContain("no such device");
    await until("the release before runs again", async () => (await upgrades()).running === "0.9.1");
  },
);

function settingsOf(containerId: string, portal: { url: string; mqttUrl: string }, place: string): string {
  return `
container: ${containerId}
portal: ${portal.mqttUrl}
website: ${portal.url}
secretFile: ${join(place, "secret")}
dataFolder: ${join(place, "data")}
everySeconds: 1
devices:
  - id: boat
    driver: victron-recording
    folder: ${recording}
`;
}

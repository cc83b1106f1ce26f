/** A release is added and asked for on two containers under real supervisors: one keeps it, the other one takes it back. */
import { type ChildProcess, spawn } from "node:child_process";
import { createPrivateKey } from "node:crypto";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { builtProgram } from "../scripts/programs.ts";
import { buildRelease, publicKeyOf } from "../scripts/release-build.ts";
import { standaloneProgram } from "../scripts/standalone.ts";
import { expect, type Stage, test } from "./fixtures.ts";
import { addActor, ownPassword } from "./people.ts";

const [before, next] = ["0.9.0", "0.9.1"];
/** Several frames and many signs of life, in place of ten minutes. */
const trialS = "6";

test("a release is added, asked for on two containers, kept by one, and taken back by the other, which says so before it is tried again", async ({
  page,
  stage,
  enter,
  watch,
}) => {
  const boss = await addActor(stage, "super_admin");
  const own = await mkdtemp(join(tmpdir(), "offgrid-upgrade-"));
  const running: ChildProcess[] = [];
  try {
    const [first, newer] = await releases(stage);
    const gateways = ["sturdy", "fragile"].map(async (name) => startGateway({ name, own, first, stage }, running));
    const [sturdy, fragile] = (await Promise.all(gateways)) as [string, string];
    const file = join(own, "newer.release");
    await writeFile(file, newer);

    await enter(boss.session);
    // What needs a fresh confirmation is refused first, and asked for then.
    watch.allow(/status of 403/);
    await page.goto("/settings/software");
    await page.getByText("Add a release", { exact: true }).click();
    await page.getByLabel("What is new, English", { exact: true }).fill("Reads the cold room.");
    await page.locator("input[type=file]").setInputFiles(file);
    await expect(page.getByText("The release was added.", { exact: true })).toBeVisible();

    for (const containerId of [fragile, sturdy]) {
      await page.goto(`/containers/${containerId}?tab=software`);
      await expect(page.getByRole("tabpanel").getByText(before, { exact: true })).toBeVisible({ timeout: 120_000 });
      await expect(page.getByText("What is new: Reads the cold room.", { exact: true })).toBeVisible();
      await page.getByRole("button", { name: `Upgrade to ${next}`, exact: true }).click();
      const question = page.getByRole("dialog", { name: /^Upgrade Gateway/ });
      if (containerId === fragile) await stage.unconfirm(boss.session.userId);
      await question.getByRole("button", { name: "Upgrade", exact: true }).click();
      if (containerId === fragile) {
        // Escape leaves the question as it is, in which the night may have been chosen.
        const proof = page.getByRole("dialog", { name: "Confirm that it is you", exact: true });
        await proof.getByLabel("Your password", { exact: true }).press("Escape");
        await expect(proof).toHaveCount(0);
        await question.getByRole("button", { name: "Upgrade", exact: true }).click();
        await proof.getByLabel("Your password", { exact: true }).fill(ownPassword);
        await proof.getByRole("button", { name: "Confirm", exact: true }).click();
      }
      await expect(question).toHaveCount(0);
    }
    await expect(page.getByText("Up to date", { exact: true })).toBeVisible({ timeout: 120_000 });
    await page.goto(`/containers/${fragile}?tab=software`);
    await expect(page.getByText(/^This container installed 0\.9\.1 before and went back on /)).toBeVisible();
    await expect(page.getByText("Taken back.", { exact: true })).toBeVisible();
    await page.getByText(/^Last \d+ lines of its log$/).click();
    await expect(page.getByText(/no such device/).last()).toBeVisible();
    await expect(page.getByRole("tabpanel").getByText(before, { exact: true })).toBeVisible();
  } finally {
    await Promise.all(running.map(end));
    await rm(own, { recursive: true, force: true });
  }
});

/** What both run, and one that ends at its start in the container whose folder is called fragile. */
async function releases({ releaseKey }: Stage): Promise<[first: Buffer, newer: Buffer]> {
  const program = await standaloneProgram("controller");
  const fault = Buffer.from(`if (process.argv.join().includes("fragile")) throw new Error("no such device");\n`);
  const sign = (version: string, seq: number, text: Buffer) => {
    const usual = { key: createPrivateKey(releaseKey), min: 0, fromMs: Date.now() - 60_000, days: 1 };
    return buildRelease({ ...usual, version, seq, program: text });
  };
  return Promise.all([sign(before, 1, program), sign(next, 2, Buffer.concat([fault, program]))]);
}

interface Gateway {
  name: string;
  own: string;
  first: Buffer;
  stage: Stage;
}

/** Registers a container and runs its controller under a supervisor, with a relay module that is away. @returns its id. */
async function startGateway({ name, own, first, stage }: Gateway, running: ChildProcess[]): Promise<string> {
  const about = { name: `Gateway ${name}`, serialNumber: `OG-${name}-${Date.now()}` };
  const { data } = await stage.call("ada", "registerNewContainer", about);
  const { containerId, secret } = data as { containerId: string; secret: string };
  const place = join(own, name);
  await mkdir(place);
  const files = {
    secret,
    keys: `${publicKeyOf(createPrivateKey(stage.releaseKey))}\n`,
    "first.release": first,
    "controller.yaml": `
container: ${containerId}
portal: ${stage.mqttUrl}
website: ${stage.portalUrl}
secretFile: ${join(place, "secret")}
dataFolder: ${join(place, "data")}
everySeconds: 1
devices:
  - id: relays
    driver: adam-6060
    host: 127.0.0.1
    port: 1
    outputs:
      - { channel: 0, target: relay.1 }
`,
  };
  for (const [file, content] of Object.entries(files)) await writeFile(join(place, file), content, { mode: 0o600 });
  const usual = ["--folder", join(place, "program"), "--keys", join(place, "keys")];
  const run = (parameters: readonly string[]) => {
    const env = { PATH: process.env["PATH"] ?? "", OFFGRID_BEAT_MS: "200" };
    const child = spawn(process.execPath, [builtProgram("supervisor"), ...usual, ...parameters], {
      env,
      stdio: "ignore",
    });
    running.push(child);
    return child;
  };
  await once(run(["--install", join(place, "first.release")]), "exit");
  run(["--trial-seconds", trialS, join(place, "controller.yaml")]);
  return containerId;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}

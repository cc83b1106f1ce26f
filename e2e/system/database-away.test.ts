/** A database that freezes or dies under the portal: nothing is acknowledged meanwhile, nothing lost afterwards. */
import { join } from "node:path";

import { expect, test } from "vitest";

import { auditPortal, nothingWrong } from "../ledger/auditor.ts";
import { startRawSender } from "../ledger/raw-sender.ts";
import { framesFrom, settle, startWitness } from "../ledger/witness.ts";
import { atEnd } from "./ending.ts";
import { addAdministrator, figures, registerMany, startPortal } from "./portal.ts";
import { descendantsOf, freeFixedPort, postgresPid, temporaryFolder, until } from "./programs.ts";

/** Large messages per sender: with five senders they exceed the queue's 64 MiB. */
const messagesEach = 75;
const paddingBytes = 200 * 1024;
const queueBytes = 64 * 1024 * 1024;

test(
  "E2: while the database is frozen, nothing is acked, the queue is bounded and reads are refused; after a kill it comes back; nothing is lost",
  { timeout: 300_000 },
  async () => {
    const folder = await temporaryFolder();
    const dataDir = join(folder, "portal");
    const portal = await startPortal(dataDir, { MQTT_PORT: String(await freeFixedPort()) });
    const ada = await addAdministrator(dataDir, portal.url);
    const registered = await registerMany(ada, "Away", 8);
    const about = { url: portal.mqttUrl, folder: join(folder, "controllers") };
    const witnesses = await Promise.all(registered.slice(0, 3).map((one, index) => startWitness(one, index, about)));
    const senders = await Promise.all(registered.slice(3).map((one) => startRawSender(one, about)));
    const storedSoFar = () => witnesses.reduce((sum, { ledger }) => sum + ledger.count, 0);
    const more = async (when: string) => {
      const before = storedSoFar();
      await until(`frames are acked ${when}`, () => storedSoFar() > before + 100);
    };
    await more("at first");

    const server = postgresPid(dataDir) as number;
    const frozen = new Set<number>();
    const thaw = () => {
      for (const pid of frozen) process.kill(pid, "SIGCONT");
      frozen.clear();
    };
    atEnd(thaw);
    for (const pid of [server, ...descendantsOf(server)]) {
      process.kill(pid, "SIGSTOP");
      frozen.add(pid);
    }
    await until("the portal is not ready", async () => (await fetch(`${portal.url}/ready`)).status === 503);
    const ackedAtFreeze = storedSoFar();
    for (const [index, sender] of senders.entries()) {
      for (const frame of framesFrom(index, Date.now() - 60_000, messagesEach, 100))
        sender.send("data", [frame], paddingBytes);
    }
    const read = fetch(`${portal.url}/api/getSites`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-auth-token": "x".repeat(43), "x-user-id": "x" },
      body: "{}",
    });
    let mostHeld = 0;
    await until("what waits for too long is dropped", async () => {
      const now = await figures(portal.url);
      expect(now["ingest_queue_bytes"]).toBeLessThanOrEqual(queueBytes);
      expect(now["ingest_queue_messages"]).toBeLessThanOrEqual(10_000);
      expect((await fetch(`${portal.url}/live`)).status).toBe(200);
      mostHeld = Math.max(mostHeld, now["ingest_held_messages"] ?? 0);
      return (now["ingest_shed_total"] ?? 0) > 0;
    });
    expect(mostHeld).toBeGreaterThan(0);
    const refused = await read;
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
    expect((await fetch(`${portal.url}/ready`)).status).toBe(503);
    expect(storedSoFar()).toBe(ackedAtFreeze);
    expect(senders.map(({ ledger }) => ledger.count)).toEqual(senders.map(() => 0));
    // Nobody lost their connection because of it.
    expect(senders.every(({ isConnected }) => isConnected)).toBe(true);
    expect(witnesses.map(({ controller }) => controller.stats().connections)).toEqual(witnesses.map(() => 1));

    thaw();
    await more("after the thaw");
    expect((await fetch(`${portal.url}/ready`)).status).toBe(200);
    process.kill(server, "SIGKILL");
    await until("another database runs", () => ![undefined, server].includes(postgresPid(dataDir)));
    await more("after the kill");

    await until("every message is answered", async () => {
      for (const sender of senders) sender.resend();
      await until(
        "what is underway has arrived",
        async () => (await figures(portal.url))["ingest_queue_messages"] === 0,
      );
      return senders.every(({ waiting }) => waiting === 0);
    });
    await settle(witnesses, until);
    const books = [...witnesses, ...senders].map(({ ledger, measured }) => ({ path: ledger.path, measured }));
    const verdict = await auditPortal(dataDir, books);
    expect(verdict).toMatchObject(nothingWrong);
    expect(verdict.frames).toBe(books.reduce((sum, { measured }) => sum + measured.size, 0));
  },
);

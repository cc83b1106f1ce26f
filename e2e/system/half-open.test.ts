/** A link that goes dark: no end of the connection reaches either side. */
import { join } from "node:path";

import { ContainerMessage } from "@offgrid/contract/live/live.schema";
import { containerTopic } from "@offgrid/contract/live/live.topics";
import { connectAsync } from "mqtt";
import { expect, test } from "vitest";

import { auditPortal, nothingWrong } from "../ledger/auditor.ts";
import { startProxy } from "../ledger/proxy.ts";
import { metrics, settle, startWitness } from "../ledger/witness.ts";
import { atEnd } from "./ending.ts";
import { type Caller, addAdministrator, registerMany, startPortal } from "./portal.ts";
import { temporaryFolder, until } from "./programs.ts";

/** Live messages of a container in their order, as a screen hears them. */
async function listen(caller: Caller, url: string, containerId: string): Promise<ContainerMessage[]> {
  const { username, password } = await caller.call<{ username: string; password: string }>("registerLiveNotification");
  const screen = await connectAsync(`${url.replace(/^http/, "ws")}/mqtt`, {
    clientId: `portal-${"0123456789abcdef"}`,
    username,
    password,
    protocolVersion: 4,
    reconnectPeriod: 0,
  });
  atEnd(() => screen.endAsync(true));
  const heard: ContainerMessage[] = [];
  screen.on("message", (_, payload) => heard.push(ContainerMessage.parse(JSON.parse(payload.toString()))));
  await screen.subscribeAsync(containerTopic.name({ containerId }));
  return heard;
}

test(
  "E5: a half-open link is shown as offline and no value passes as live meanwhile; then all is sent again and stored once",
  { timeout: 240_000 },
  async () => {
    const folder = await temporaryFolder();
    const dataDir = join(folder, "portal");
    const portal = await startPortal(dataDir);
    const ada = await addAdministrator(dataDir, portal.url);
    const [dark, bright] = await registerMany(ada, "Link", 2);
    if (!dark || !bright) throw new Error("Two were registered.");
    const proxy = await startProxy(Number(new URL(portal.mqttUrl).port));
    const about = {
      folder: join(folder, "controllers"),
      everyMs: 200,
      controller: { batchMs: 0, keepaliveS: 2 },
    };
    const witness = await startWitness(dark, 0, { ...about, url: `mqtt://127.0.0.1:${proxy.port}` });
    const other = await startWitness(bright, 1, { ...about, url: portal.mqttUrl });
    const heard = await listen(ada, portal.url, dark.containerId);
    const statusOf = async (containerId: string) => {
      const { data } = await ada.call<{ data: { containerId: string; status: string; valuesAt: string }[] }>(
        "getSitesV2",
      );
      return data.find((row) => row.containerId === containerId);
    };
    await until("values are live", () => heard.some(({ values }) => Object.keys(values).length >= metrics.length / 2));
    expect((await statusOf(dark.containerId))?.status).toBe("online");

    proxy.darken();
    const ackedBefore = witness.ledger.count;
    await until("frames are underway", () => witness.controller.stats().inFlight > 0);
    await until("the portal shows it", async () => (await statusOf(dark.containerId))?.status === "just_offline");
    const shown = await statusOf(dark.containerId);
    await until("the screen is told", () => heard.at(-1)?.status === "just_offline");
    const wentDark = heard.length;
    const newestBefore = Math.max(...heard.map(({ ts }) => ts));
    expect(Date.parse(shown?.valuesAt ?? "")).toBe(newestBefore);
    expect((await statusOf(bright.containerId))?.status).toBe("online");
    // The other side has noticed, too, and tries in vain.
    await until("the controller has given the link up", () => !witness.controller.stats().online);
    await until("it tries again", () => proxy.connections > 1);
    expect(witness.ledger.count).toBe(ackedBefore);

    proxy.lighten();
    await until("the link is back", async () => (await statusOf(dark.containerId))?.status === "online");
    await until("what was underway is acked", () => witness.ledger.count > ackedBefore + 50);
    await until("values are live again", () => heard.slice(wentDark).some(({ ts }) => ts > newestBefore));
    const times = heard.filter(({ ts }) => ts > 0).map(({ ts }) => ts);
    expect(times).toEqual([...times].sort((one, next) => one - next));

    await settle([witness, other], until);
    const books = [witness, other].map(({ ledger, measured }) => ({ path: ledger.path, measured }));
    const verdict = await auditPortal(dataDir, books);
    expect(verdict).toMatchObject(nothingWrong);
    expect(verdict.frames).toBe(witness.measured.size + other.measured.size);
  },
);

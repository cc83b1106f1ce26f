/** A link that goes dark: neither side sees the end of the connection. */
import { ContainerMessage } from "@offgrid/contract/live/live.schema";
import { containerTopic } from "@offgrid/contract/live/live.topics";
import { type Actor, cast, thePortal } from "@offgrid/server/testing/cast";
import { connectAsync } from "mqtt";
import { expect, test } from "vitest";

import { audit, nothingWrong } from "../ledger/auditor.ts";
import { startProxy } from "../ledger/proxy.ts";
import { metrics, settle, startWitness } from "../ledger/witness.ts";
import { atEnd } from "./ending.ts";
import { figures as figuresOf } from "./portal.ts";
import { temporaryFolder, until } from "./programs.ts";

let shiftMs = 0;
const portal = await thePortal({ clock: { now: () => Date.now() + shiftMs } });

const figures = () => figuresOf(`http://127.0.0.1:${portal.port}`);

/** Live messages of a container in their order, as a screen receives them. */
async function listen(actor: Actor, containerId: string): Promise<ContainerMessage[]> {
  const { username, password } = await actor.call("registerLiveNotification", {});
  const screen = await connectAsync(`ws://127.0.0.1:${portal.port}/mqtt`, {
    clientId: `portal-${"0123456789abcdef"}`,
    username,
    password,
    protocolVersion: 4,
    reconnectPeriod: 0,
  });
  atEnd(() => screen.endAsync(true));
  const received: ContainerMessage[] = [];
  screen.on("message", (_, payload) => received.push(ContainerMessage.parse(JSON.parse(payload.toString()))));
  await screen.subscribeAsync(containerTopic.name({ containerId }));
  return received;
}

test(
  "E5: a half-open link is shown as offline and no value is shown as live meanwhile; then everything is sent again and stored once",
  { timeout: 240_000 },
  async () => {
    const folder = await temporaryFolder();
    const { ada } = await cast({ ada: { role: "super_admin" } });
    const dark = (await ada.call("registerNewContainer", { name: "Dark", serialNumber: "DARK" })).data;
    const bright = (await ada.call("registerNewContainer", { name: "Bright", serialNumber: "BRIGHT" })).data;
    const proxy = await startProxy(portal.mqttPort);
    const about = {
      folder,
      everyMs: 200,
      controller: { batchMs: 0, keepaliveS: 2 },
    };
    const witness = await startWitness(dark, 0, { ...about, url: `mqtt://127.0.0.1:${proxy.port}` });
    const other = await startWitness(bright, 1, { ...about, url: `mqtt://127.0.0.1:${portal.mqttPort}` });
    const received = await listen(ada, dark.containerId);
    const statusOf = async (containerId: string) => {
      const { data } = await ada.call("getSitesV2", {});
      return data.find((row) => row.containerId === containerId);
    };
    await until("values are live", () =>
      received.some(({ values }) => Object.keys(values).length >= metrics.length / 2),
    );
    expect((await statusOf(dark.containerId))?.status).toBe("online");

    proxy.darken();
    await until("frames are underway", () => witness.controller.stats().inFlight > 0);
    await until("the portal has dropped the link", async () => (await figures())["mqtt_controllers"] === 1);
    // What the proxy had passed on before it went dark has long arrived.
    const ackedBefore = witness.ledger.count;
    // It first waits for the controller to come straight back.
    expect((await statusOf(dark.containerId))?.status).toBe("online");
    shiftMs += 10_000;
    await until("the portal shows it", async () => (await statusOf(dark.containerId))?.status === "just_offline");
    const shown = await statusOf(dark.containerId);
    await until("the screen is notified", () => received.at(-1)?.status === "just_offline");
    const wentDark = received.length;
    const newestBefore = Math.max(...received.map(({ ts }) => ts));
    expect(Date.parse(shown?.valuesAt ?? "")).toBe(newestBefore);
    expect((await statusOf(bright.containerId))?.status).toBe("online");
    // The other side has noticed too, and tries in vain.
    await until("the controller has dropped the link", () => !witness.controller.stats().online);
    await until("it tries again", () => proxy.connections > 1);
    expect(witness.ledger.count).toBe(ackedBefore);

    proxy.lighten();
    await until("the link is back", async () => (await statusOf(dark.containerId))?.status === "online");
    await until("what was underway is acked", () => witness.ledger.count > ackedBefore + 50);
    await until("values are live again", () => received.slice(wentDark).some(({ ts }) => ts > newestBefore));
    const times = received.filter(({ ts }) => ts > 0).map(({ ts }) => ts);
    expect(times).toEqual([...times].sort((one, next) => one - next));

    await settle([witness, other], until);
    const books = [witness, other].map(({ ledger, measured }) => ({ path: ledger.path, measured }));
    const verdict = await audit({ connectionString: portal.config.databaseUrl ?? "" }, books);
    expect(verdict).toMatchObject(nothingWrong);
    expect(verdict.frames).toBe(witness.measured.size + other.measured.size);
  },
);

/**
 * The stage of the journeys, a program of its own: a real portal with the demonstration accounts, and a small fleet of
 * real controllers on simulated plants that is connected to it. It sends its addresses by IPC and ends with its parent.
 */
import { cp, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

import { makeKeys } from "@offgrid/controller/testing/releases";
import { builtWebFolder } from "@offgrid/server/http/app";
import { readConfig } from "@offgrid/server/config/config";
import { openLog } from "@offgrid/server/core/log";
import { hashPassword } from "@offgrid/server/core/password-hash";
import { addDemoAccounts } from "@offgrid/server/features/users/users.seed";
import * as users from "@offgrid/server/features/users/users.store";
import { clientId, clientSecret, startOrganisation } from "@offgrid/server/testing/organisation";
import { startPortal } from "@offgrid/server/portal";
import { prepareDataFolder } from "@offgrid/server/testing/prepared-data";
import { standInNetworks } from "@offgrid/server/testing/stand-in";
import { fleet as members } from "@offgrid/simulator/fleet/fleet";
import { startFleet } from "@offgrid/simulator/fleet/fleet.runner";

import { actors, demoPassword, quietContainer, silentContainer, type StageAddress } from "./stage.types.ts";

/** A steady container, the faulty one, one in a zone 45 minutes off the full hour, and one that is switched off. */
const playing = ["lodwar", "agadez", "jumla", quietContainer];
const frameEveryMs = 2_000;
const historyDays = 2;

const folder = await mkdtemp(join(tmpdir(), "offgrid-e2e-"));
const anyDisk = { DISK_MIN_FREE_PERCENT: "0", DISK_MIN_FREE_MB: "0", DISK_BALLAST_MB: "0" };
// Journeys call no external services.
const alone = { OUTSIDE_SERVICES: "off" };
const releaseKeys = makeKeys();
const organisation = await startOrganisation();
organisation.claims.set("awa", { email: "awa@sahel.example", email_verified: true, groups: ["field"] });
const config = {
  ...readConfig({
    ...alone,
    LOG_LEVEL: "error",
    PORT: "0",
    MQTT_PORT: "0",
    DATA_DIR: join(folder, "portal"),
    ...anyDisk,
    RELEASE_KEYS: releaseKeys.publicKey,
  }),
  // What stands in for the services of browsers and of people's own.
  externalAllow: standInNetworks,
  provider: {
    ...{ issuer: organisation.issuer, clientId, clientSecret, name: "Sahel Energy", scope: "openid email groups" },
    ...{ roleClaim: "groups", roles: [["field", "offgrid_staff"] as const] },
  },
  demo: true,
};
// A copy, so that a build during the journeys does not change the files that they use.
const webFolder = join(folder, "web");
await cp(builtWebFolder, webFolder, { recursive: true });
await prepareDataFolder(config.dataDir);
const portal = await startPortal(config, { log: openLog(config.logLevel), webFolder });
const everyone = Object.values(await addDemoAccounts(portal.database.db));
const fatou = await users.insert(portal.database.db, {
  email: actors.fatou.email,
  role: actors.fatou.role,
  firstName: "Fatou",
  lastName: "Diop",
  passwordHash: await hashPassword(demoPassword),
});

const mqttUrl = `mqtt://127.0.0.1:${portal.mqttPort}`;
const chosen = playing.map((id) => {
  const member = members.find(({ containerId }) => containerId === id);
  if (!member) throw new Error(`The fleet has no member ${id}.`);
  return member;
});
const headers = await signInAsAda();
const secrets = await registerAll();
const fleet = await startFleet({
  members: chosen.map((member) => ({ member, secret: secrets.get(member.containerId) ?? "" })),
  url: mqttUrl,
  stateDir: join(folder, "fleet"),
  everyMs: frameEveryMs,
  historyDays,
  badLinks: false,
  controller: { backfillDelayMs: [0, 1_000], reconnectAfterMs: 500, spoolSync: false },
});
// Journeys look at earlier days too.
await fleet.historyDone;
// Its pages show old values, instead of saying that there never were any.
while (!(await hasValues(quietContainer))) await setTimeout(200);
await fleet.handle(quietContainer).stop();

const control = createServer((request, response) => {
  const [, order, id] = (request.url ?? "").split("/");
  carryOut(order ?? "", id ?? "").then(
    () => response.writeHead(204).end(),
    (error: unknown) => response.writeHead(400).end(String(error)),
  );
});
await new Promise<void>((resolve) => control.listen(0, "127.0.0.1", resolve));

process.on("disconnect", () => void end());
const address: StageAddress = {
  portalUrl: portal.url,
  mqttUrl,
  dataDir: config.dataDir,
  releaseKey: releaseKeys.privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  controlUrl: `http://127.0.0.1:${(control.address() as AddressInfo).port}`,
  containers: chosen.map(({ containerId, name }) => ({ containerId, name })),
};
process.send?.(address);

async function carryOut(order: string, id: string): Promise<void> {
  if (order === "unconfirm") {
    // As if ten minutes had passed, or the sign-in were long ago.
    await portal.database.db.updateTable("session").set({ confirmedAt: null }).where("userId", "=", id).execute();
    return;
  }
  if (order === "end-links") {
    // As if its last day had passed.
    const { rowCount } = await portal.database.pool.query(
      "update chart_link set expires_at = now() where owner_id = $1",
      [id],
    );
    if (rowCount === 0) throw new Error(`${id} has no link that could end.`);
    return;
  }
  const handle = fleet.handle(id);
  if (order === "stop") return handle.stop();
  if (order === "start") return handle.start();
  throw new Error(`There is no order ${order}.`);
}

async function end(): Promise<void> {
  control.close();
  await fleet.stop();
  await portal.stop();
  await organisation.stop();
  await rm(folder, { recursive: true, force: true });
  process.exit(0);
}

async function signInAsAda(): Promise<Record<string, string>> {
  const ada = await call("login", { email: actors.ada.email, password: demoPassword });
  return { "X-Auth-Token": ada["authToken"] as string, "X-User-Id": ada["userId"] as string };
}

async function hasValues(containerId: string): Promise<boolean> {
  const { data } = await call("getContainerLiveData", { containerId }, headers);
  return Object.keys((data as { values: object }).values).length > 0;
}

/** Registers the fleet as an operator does, and assigns it to everyone whose role sees only assigned containers. */
async function registerAll(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const { containerId, name, serialNumber, address: place, location } of chosen) {
    const input = {
      containerId,
      name,
      serialNumber,
      address: place,
      location: { lat: location.latitudeDeg, long: location.longitudeDeg },
      zoneName: location.zoneName,
      users: containerId === "lodwar" && fatou !== undefined ? [...everyone, fatou] : everyone,
    };
    const { data } = await call("registerNewContainer", input, headers);
    found.set(containerId, (data as { secret: string }).secret);
  }
  const silent = { containerId: silentContainer, name: "Depot", serialNumber: silentContainer, users: everyone };
  await call("registerNewContainer", silent, headers);
  return found;
}

async function call(
  name: string,
  input: object,
  headers: Record<string, string> = {},
): Promise<Record<string, unknown>> {
  const answer = await fetch(`${portal.url}/api/${name}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(input),
  });
  const body = (await answer.json()) as Record<string, unknown>;
  if (!answer.ok) throw new Error(`/${name} was refused: ${JSON.stringify(body)}`);
  return body;
}

/**
 * `npm run demo`: the portal with five accounts and a simulated fleet of twelve containers, two of them under a supervisor,
 * reachable from this machine only. `--no-web` leaves the web app as it is, for `npm run dev`.
 */
import { join } from "node:path";

import { roles } from "@offgrid/contract/core/access";
import { releaseKeysAtMost } from "@offgrid/contract/upgrades/release-check";
import { starterTypes } from "@offgrid/contract/device-types/starter-types";
import { type Config, readConfig } from "@offgrid/server/config/config";
import { isLoopback } from "@offgrid/server/config/config.schemas";
import { openLog } from "@offgrid/server/core/log";
import { runProgram } from "@offgrid/server/core/program";
import { StartError } from "@offgrid/server/core/start-error";
import { addDemoContainers } from "@offgrid/server/features/containers/containers.seed";
import * as deviceTypes from "@offgrid/server/features/device-types/device-types.store";
import { findEnergyPrices, saveEnergyPrices } from "@offgrid/server/features/energy-costs/energy-costs.store";
import { findOutputNames, saveOutputNames } from "@offgrid/server/features/output-names/output-names.store";
import { addDemoSimCards } from "@offgrid/server/features/sim-cards/sim-cards.seed";
import { demoEmail, demoPassword, addDemoAccounts } from "@offgrid/server/features/users/users.seed";
import { type Portal, startPortal } from "@offgrid/server/portal";
import { fleet } from "@offgrid/simulator/fleet/fleet";
import { demoOutputNames } from "@offgrid/simulator/fleet/fleet.output-names";
import { busyness, demoSimCard } from "@offgrid/simulator/fleet/fleet.sim-cards";
import { fleetPace } from "@offgrid/simulator/fleet/fleet.settings";

import { ensureWebBuilt } from "./build-web.ts";
import { fleetName, runFleet } from "./demo.fleet.ts";
import { gatewayIds, runGateways, splitSecrets } from "./demo.gateways.ts";
import { hookNetwork, startHook } from "./demo.hook.ts";
import { FleetProgress } from "./demo.progress.ts";
import { demoKey, type DemoReleases, demoReleases, unfitContainer } from "./demo.releases.ts";
import { playScenes, waitingContainers } from "./demo.scenes.ts";
import { publicKeyOf } from "./release-build.ts";

/** It ends a fleet and supervisors with their controllers before its portal. */
const stopLimitMs = 40_000;
/** How many containers, from the start of the fleet's list, are assigned to people whose role does not see all. */
const assignedCounts = { offgrid_staff: 8, user: 4, customer_staff: 2 } as const;

runProgram(async () => {
  const given = readConfig(process.env);
  const folder = join(given.dataDir, "demo");
  const key = demoKey(folder);
  // Its own key counts beside that of whoever tries a release.
  const releaseKeys = [publicKeyOf(key), ...given.releaseKeys].slice(0, releaseKeysAtMost);
  const externalAllow = [...given.externalAllow, hookNetwork];
  const config: Config = { ...given, releaseKeys, externalAllow, demo: true };
  if (!isLoopback(config.host)) {
    throw new StartError(
      `The demo has accounts whose password everyone knows, so it listens on this machine alone; HOST is "${config.host}", unset it.`,
    );
  }
  if (config.mqttTls) {
    throw new StartError("The demo's fleet speaks MQTT without TLS; unset MQTT_TLS_CERT and MQTT_TLS_KEY for it.");
  }
  checkPace();
  if (!process.argv.includes("--no-web")) {
    await ensureWebBuilt(console.log).catch((error: Error) =>
      Promise.reject(new StartError(error.message, { cause: error })),
    );
  }
  const log = openLog(config.logLevel === "info" ? "warn" : config.logLevel);
  const portal = await startPortal(config, { log });
  try {
    const secretsFile = join(folder, "fleet.json");
    await seed(portal, secretsFile);
    const end = await runContainers(portal, {
      folder,
      secretsFile,
      releases: await demoReleases(folder, key),
      outbox: join(config.dataDir, "outbox"),
    });
    console.log(welcome(portal, config));
    return {
      stop: async () => {
        await end();
        await portal.stop();
      },
    };
  } catch (error) {
    await portal.stop();
    throw error;
  }
}, stopLimitMs);

interface Running {
  folder: string;
  secretsFile: string;
  releases: DemoReleases;
  /** Folder of what the portal sends. */
  outbox: string;
}

/** Runs the controllers, and lets happen what is to have happened. @returns A function that ends all of it. */
async function runContainers(
  { url, mqttPort }: Portal,
  { folder, secretsFile, releases, outbox }: Running,
): Promise<() => Promise<void>> {
  const hook = await startHook(outbox);
  const progress = new FleetProgress([fleetName, ...gatewayIds]);
  const stateFolder = join(folder, "fleet");
  const stopFleet = runFleet({
    mqttPort,
    secretsFile: splitSecrets(secretsFile),
    stateFolder,
    logFile: join(folder, "fleet.log"),
    progress,
  });
  const gateways = runGateways({
    ...{ url, mqttPort, secretsFile, stateFolder, releases, progress },
    folder: join(folder, "gateways"),
  });
  const ending = new AbortController();
  const freeze = () => gateways.freeze(unfitContainer);
  const playing = playScenes(
    { ...{ url, releases, freeze }, hookUrl: hook.url, frozen: unfitContainer, signal: ending.signal },
    (scene, error) => progress.say(`A part of the demo could not be prepared, ${scene}: ${error.message}`),
  );
  return async () => {
    ending.abort();
    await playing;
    await Promise.all([stopFleet(), gateways.stop(), hook.stop()]);
  };
}

/** The fleet reads these itself, but a wrong one must stop the demo before anything is started. */
function checkPace(): void {
  try {
    fleetPace(process.env);
  } catch (error) {
    throw new StartError((error as Error).message, { cause: error });
  }
}

async function seed({ database: { db } }: Portal, secretsFile: string): Promise<void> {
  const ids = await addDemoAccounts(db);
  const members = fleet.map(({ containerId, name, address, serialNumber, location }) => ({
    containerId,
    name,
    address,
    serialNumber,
    location: { lat: location.latitudeDeg, long: location.longitudeDeg },
    zoneName: location.zoneName,
  }));
  const assigned = Object.entries(assignedCounts).map(([role, count]) => ({
    userId: ids[role as keyof typeof assignedCounts],
    containerIds: members.slice(0, count).map(({ containerId }) => containerId),
  }));
  await addDemoContainers(db, members, secretsFile, assigned);
  if ((await deviceTypes.list(db)).length === 0)
    for (const type of starterTypes) await deviceTypes.save(db, type, 0, ids.super_admin, Date.now());
  // Its generator works hardest.
  const prices = {
    currency: "CAD",
    fuelPricePerLitre: 1.85,
    litresPerHour: 0.72,
    litresPerKwh: 0.26,
    gridPricePerKwh: null,
  };
  if (!(await findEnergyPrices(db, "fogo"))) await saveEnergyPrices(db, "fogo", prices);
  const nowMs = Date.now();
  const cards = members.flatMap(({ containerId }) => {
    const card = demoSimCard(containerId, nowMs);
    return card ? [[containerId, card] as const] : [];
  });
  await addDemoSimCards(db, new Map(cards), nowMs, busyness);
  for (const { containerId } of members) {
    const isNamed = Object.keys(await findOutputNames(db, containerId)).length > 0;
    if (!isNamed) await saveOutputNames(db, containerId, demoOutputNames(containerId));
  }
}

function welcome({ url, mqttPort }: Portal, { dataDir, smtpUrl }: Config): string {
  const sees = (role: (typeof roles)[number]) =>
    role in assignedCounts ? assignedCounts[role as "user"] : fleet.length + waitingContainers;
  return [
    "",
    `  Offgrid Portal, demo    ${url}`,
    `  MQTT for controllers    mqtt://127.0.0.1:${mqttPort}`,
    "",
    `  Sign in with one of these, password ${demoPassword}:`,
    ...roles.map((role) => `    ${demoEmail(role).padEnd(32)}sees ${sees(role)} containers`),
    "",
    `  ${smtpUrl === undefined ? "Mails and webhooks are" : "Webhooks are"} written to ${join(dataDir, "outbox")}.`,
    "  Ctrl-C stops everything.",
    "",
  ].join("\n");
}

/** What has happened in the demonstration before anybody looks: by calls as people make them, each once. */
import { setTimeout as wait } from "node:timers/promises";

import type { Automation } from "@offgrid/contract/automations/automations.schema";
import type { Role } from "@offgrid/contract/core/access";
import { openStates } from "@offgrid/contract/commands/command-moves";
import { outputTarget } from "@offgrid/contract/devices/output-kinds";
import { fleet } from "@offgrid/simulator/fleet/fleet";
import { memberPlant } from "@offgrid/simulator/fleet/fleet.member";
import { kitSizes } from "@offgrid/simulator/plant/plant.design";

import { type Call, signInAs } from "./demo.call.ts";
import type { DemoReleases } from "./demo.releases.ts";
import { addReport } from "./demo.reports.ts";
import { playAll, type SceneFailure } from "./demo.play.ts";
import { addPrices } from "./demo.prices.ts";
import { addSolarTemplates } from "./demo.solar.ts";
import { addTickets } from "./demo.tickets.ts";
import { addChannels, addRuleOfDaniela, addRulesOfAda, announceRepair } from "./demo.warnings.ts";
import { addBoard, addStarterBoard } from "./demo.widgets.ts";

const lookEveryMs = 500;
const longestWaitMs = 120_000;
/** Relays are switched once in so long, and a little more. */
const restMs = 5_500;

export interface Scenes {
  url: string;
  /** Where webhooks are taken. */
  hookUrl: string;
  releases: DemoReleases;
  /** A container whose controller can be kept from answering. */
  frozen: string;
  /** @returns A function that lets it answer again. */
  freeze: () => () => void;
  signal: AbortSignal;
}

/**
 * Resolves when all has happened, or when the demonstration ends. What one scene cannot do, such as because the portal
 * refuses a call, keeps no other from being played: `onFailure` is told of it, and why.
 */
export async function playScenes(scenes: Scenes, onFailure: SceneFailure): Promise<void> {
  const { signal } = scenes;
  await playAll(
    {
      "board of the administrator": () => asRole("admin", scenes, addBoard),
      tickets: () => addTickets((role, play) => asRole(role, scenes, play)),
      "acts of Ada": () =>
        asRole("super_admin", scenes, (call) => playAll(scenesOfAda(call, scenes), onFailure, signal)),
    },
    onFailure,
    signal,
  );
}

const scenesOfAda = (call: Call, scenes: Scenes) => ({
  boards: async () => {
    await addBoard(call);
    await addStarterBoard(call);
  },
  "versions of the software": () => addReleases(call, scenes.releases),
  kits: () => addKits(call),
  "solar templates": () => addSolarTemplates(call),
  prices: () => addPrices(call),
  "a container that waits": () => addWaiting(call),
  "a report": () => addReport(call),
  // Before the commands, so that those which fail are warned of.
  works: () => announceRepair(call),
  channels: () => addChannels(call, scenes.hookUrl),
  "warning rules": () => watch(call, scenes),
  commands: () => giveCommands(call, scenes),
  automations: () => addAutomations(call),
});

async function asRole(role: Role, scenes: Scenes, play: (call: Call) => Promise<void>): Promise<void> {
  const call = await signInAs(role, scenes);
  try {
    await play(call);
  } finally {
    await call("signOut").catch(() => undefined);
  }
}

async function watch(call: Call, scenes: Scenes): Promise<void> {
  // A rule looks at what its containers have sent.
  const ledger = new Ledger(call, scenes.signal);
  for (const containerId of [steady, warm]) await ledger.untilOnline(containerId);
  await addRulesOfAda(call);
  await asRole("user", scenes, addRuleOfDaniela);
}

async function addReleases(call: Call, { first, newer }: DemoReleases): Promise<void> {
  for (const { seq, notes, file } of [first, newer]) {
    const { data } = await call<{ data: { seq: number } | null }>("getNewestContainerVersion");
    if (data === null || data.seq < seq) await call("releaseUpload", { file: file.toString("base64"), notes });
  }
}

/** A kit for each size of plant, which the containers of that size have. */
async function addKits(call: Call): Promise<void> {
  const { data: kits } = await call<{ data: unknown[] }>("kitGet");
  if (kits.length > 0) return;
  for (const size of kitSizes) {
    const members = fleet.filter(({ kit }) => kit === size);
    const [first] = members;
    if (!first) continue;
    const { array, battery, inverter } = memberPlant({ ...first, location: { ...first.location, panelShare: 1 } });
    const { data } = await call<{ data: { id: string } }>("kitSet", {
      name: kitNames[size],
      pvWp: array.peakW,
      batteryWh: battery.capacityWh,
      inverterW: inverter.maxW,
      limits: { reserveSoc: 20, maxLoadW: inverter.maxW },
    });
    for (const { containerId } of members) await call("containerSave", { containerId, kitId: data.id });
  }
}
const kitNames = { small: "Village S", medium: "Village M", large: "Village L" } as const;

/** Containers beside the fleet. */
export const waitingContainers = 1;

/** One that was registered, and whose controller has not connected yet. */
async function addWaiting(call: Call): Promise<void> {
  const { data: known } = await call<{ data: { id: string }[] }>("getSites");
  if (known.some(({ id }) => id === waitingId)) return;
  const { data: kits } = await call<{ data: { id: string; name: string }[] }>("kitGet");
  const kitId = kits.find(({ name }) => name === kitNames.small)?.id;
  await call("registerNewContainer", {
    containerId: waitingId,
    name: "Dahab beach school",
    address: "El Mashraba Street, Dahab, Egypt",
    serialNumber: "OG-S-0113",
    location: { lat: 28.4941, long: 34.5138 },
    ...(kitId !== undefined && { kitId }),
  });
}
const waitingId = "dahab";

/** Containers of the fleet without faults. */
const steady = "saint-louis";
const warm = "lodwar";

/** Commands that were carried out, refused, failed, and came too late; to relays that feed nothing. */
async function giveCommands(call: Call, { frozen, freeze, signal }: Scenes): Promise<void> {
  const { total } = await call<{ total: number }>("commandList", { pageSize: 1 });
  if (total > 0) return;
  const ledger = new Ledger(call, signal);
  const containerId = steady;
  const relay = spareRelay(containerId);
  await ledger.switch(containerId, relay, false);
  // A relay is not switched twice in five seconds.
  await ledger.switch(containerId, relay, true);
  await wait(restMs, undefined, { signal });
  await ledger.switch(containerId, relay, true);
  for (const { containerId: stuck, location } of fleet)
    if (location.faults?.stuckRelay !== undefined) await ledger.switch(stuck, location.faults.stuckRelay, false);
  await ledger.untilOnline(frozen);
  const thaw = freeze();
  try {
    const id = await ledger.give(frozen, spareRelay(frozen), true);
    await ledger.until(async () => !["queued", "sent"].includes(await ledger.stateOf(id)));
  } finally {
    thaw();
  }
}

/** One that acts, on a relay that feeds nothing, and one that is only watched, on one that does. */
async function addAutomations(call: Call): Promise<void> {
  const { data: known } = await call<{ data: unknown[] }>("automationList", { containerId: steady });
  if (known.length > 0) return;
  const common = { kind: "keep", enabled: true, priority: 5, unknown: "as_before" } as const;
  const output = outputTarget("relay", spareRelay(steady));
  const automations = [
    { ...common, name: "Sockets by day", output, to: true, while: { kind: "sun", is: "up" } },
    {
      ...common,
      name: "Spare the battery",
      shadow: true,
      output: outputTarget("relay", 1),
      to: false,
      while: { kind: "metric", metric: "battery.soc", is: "below", value: 70, until: 75 },
    },
  ] as const satisfies Automation[];
  for (const automation of automations) await call("automationSave", { containerId: steady, automation });
}

/** The last one, which feeds nothing on a plant with more relays than groups of loads, or is closed already. */
function spareRelay(containerId: string): number {
  const member = fleet.find((one) => one.containerId === containerId);
  if (!member) throw new Error(`The fleet has no ${containerId}.`);
  return memberPlant(member).relays;
}

class Ledger {
  readonly #call: Call;
  readonly #signal: AbortSignal;

  constructor(call: Call, signal: AbortSignal) {
    this.#call = call;
    this.#signal = signal;
  }

  /** Switches a relay and waits until that is over. */
  async switch(containerId: string, relay: number, on: boolean): Promise<void> {
    await this.untilOnline(containerId);
    const id = await this.give(containerId, relay, on);
    await this.until(async () => !(openStates as readonly string[]).includes(await this.stateOf(id)));
  }

  async give(containerId: string, relay: number, on: boolean): Promise<string> {
    const answer = await this.#call<{ data: { commandId: string } }>("setContainerControlAdam", {
      containerId,
      relay,
      on,
    });
    return answer.data.commandId;
  }

  async stateOf(commandId: string): Promise<string> {
    return (await this.#call<{ data: { state: string } }>("commandGet", { commandId })).data.state;
  }

  untilOnline(containerId: string): Promise<void> {
    return this.until(async () => {
      const { data } = await this.#call<{ data: { id: string; isOnline: boolean }[] }>("getSites");
      return data.some(({ id, isOnline }) => id === containerId && isOnline);
    });
  }

  /** @throws Error when it takes too long, or the demonstration ends. */
  async until(isTrue: () => Promise<boolean>): Promise<void> {
    const endMs = performance.now() + longestWaitMs;
    while (!(await isTrue())) {
      if (performance.now() > endMs) throw new Error("What was waited for never happened.");
      await wait(lookEveryMs, undefined, { signal: this.#signal });
    }
  }
}

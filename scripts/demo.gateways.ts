/** Containers of the demonstration whose controllers run under a supervisor each, as on a gateway: they can be upgraded. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, openSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

import { Releases } from "@offgrid/controller/supervisor/releases";
import type { FleetMessage } from "@offgrid/simulator/main";

import { keepRunning } from "./demo.child.ts";
import type { FleetProgress } from "./demo.progress.ts";
import { type DemoReleases, unfitContainer } from "./demo.releases.ts";
import { builtProgram } from "./programs.ts";

export const gatewayIds: readonly string[] = ["lodwar", unfitContainer];

/** Longer than a command is good for, so that one can come too late while its controller does not answer. */
const silence = ["--silence-seconds", "90"];

interface Credential {
  containerId: string;
  secret: string;
}

interface GatewayPlace {
  url: string;
  mqttPort: number;
  /** JSON list of {containerId, secret} of the whole fleet. */
  secretsFile: string;
  /** Of the controllers, with a folder for each container. */
  stateFolder: string;
  /** Of the supervisors, with a folder for each container. */
  folder: string;
  releases: DemoReleases;
  progress: FleetProgress;
}

/** @returns A file with the secrets of the containers that have no gateway of their own. */
export function splitSecrets(secretsFile: string): string {
  const others = readSecrets(secretsFile).filter(({ containerId }) => !gatewayIds.includes(containerId));
  const file = secretsFile.replace(/\.json$/, ".together.json");
  writeFileSync(file, JSON.stringify(others, null, 2), { mode: 0o600 });
  return file;
}

interface Gateways {
  stop: () => Promise<void>;
  /** Keeps the controller of a container from answering. @returns A function that lets it answer again. */
  freeze: (containerId: string) => () => void;
}

/** Runs the supervisors until they are stopped. */
export function runGateways(place: GatewayPlace): Gateways {
  const pids = new Map<string, number>();
  const stops = readSecrets(place.secretsFile)
    .filter(({ containerId }) => gatewayIds.includes(containerId))
    .map((credential) => runGateway(place, credential, (pid) => pids.set(credential.containerId, pid)));
  return {
    stop: async () => void (await Promise.all(stops.map((stop) => stop()))),
    freeze: (containerId) => {
      const pid = pids.get(containerId);
      signal(pid, "SIGSTOP");
      return () => signal(pid, "SIGCONT");
    },
  };
}

function signal(pid: number | undefined, name: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(pid, name);
  } catch {
    // It has ended meanwhile.
  }
}

function runGateway(place: GatewayPlace, credential: Credential, onReady: (pid: number) => void): () => Promise<void> {
  const { containerId } = credential;
  const { releases, progress } = place;
  const folder = join(place.folder, containerId);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "secret.json"), JSON.stringify([credential]), { mode: 0o600 });
  writeFileSync(join(folder, "keys"), `${releases.publicKey}\n`);
  // A program that has changed begins afresh: it may not understand what an older one of the demonstration does.
  const programs = join(folder, `from-${releases.first.version}`);
  const installed = new Releases({ root: programs, publicKeys: [releases.publicKey] });
  if (installed.isEmpty) installed.installFirst(releases.first.file, Date.now());
  const start = () => {
    const child = spawnSupervisor(place, folder, programs);
    followLog(child, join(folder, "log"), (message) => {
      if (message.kind === "ready") onReady(message.pid);
      progress.receive(containerId, message);
    });
    return child;
  };
  return keepRunning(start, (code) =>
    progress.say(
      `The supervisor of ${containerId} ended (${code}); it starts again. ${join(folder, "log")} says more.`,
    ),
  );
}

function spawnSupervisor({ url, mqttPort, stateFolder }: GatewayPlace, folder: string, programs: string): ChildProcess {
  const portal = ["--portal", `mqtt://127.0.0.1:${mqttPort}`, "--website", url];
  const program = [...portal, "--secrets", join(folder, "secret.json"), "--state", stateFolder];
  return spawn(
    process.execPath,
    [builtProgram("supervisor"), "--folder", programs, "--keys", join(folder, "keys"), ...silence, "--", ...program],
    // The channel tells it when the demonstration is gone.
    { stdio: ["ignore", "pipe", "inherit", "ipc"] },
  );
}

/** Lines of the program that are messages are passed on, the others are its log. */
function followLog({ stdout }: ChildProcess, file: string, onMessage: (message: FleetMessage) => void): void {
  if (!stdout) return;
  const log = openSync(file, "w", 0o600);
  createInterface({ input: stdout }).on("line", (line) => {
    const message = messageIn(line);
    if (message) onMessage(message);
    else writeSync(log, `${line}\n`);
  });
}

function messageIn(line: string): FleetMessage | undefined {
  if (!line.startsWith('{"kind":')) return undefined;
  try {
    return JSON.parse(line) as FleetMessage;
  } catch {
    return undefined;
  }
}

function readSecrets(file: string): Credential[] {
  return JSON.parse(readFileSync(file, "utf8")) as Credential[];
}

/** The simulated fleet, a child process of the demonstration. */
import { type ChildProcess, fork } from "node:child_process";
import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";

import type { FleetMessage } from "@offgrid/simulator/main";

import { keepRunning } from "./demo.child.ts";
import type { FleetProgress } from "./demo.progress.ts";
import { builtProgram } from "./programs.ts";

const program = builtProgram("fleet");

interface FleetPlace {
  mqttPort: number;
  /** JSON list of {containerId, secret}. */
  secretsFile: string;
  stateFolder: string;
  logFile: string;
  progress: FleetProgress;
}

/** Name of the fleet among the programs that report their progress. */
export const fleetName = "fleet";

/** Runs the fleet until it is stopped; if it ends by itself, it is started again. @returns a function that stops it. */
export function runFleet(place: FleetPlace): () => Promise<void> {
  const { progress, logFile } = place;
  const start = () => {
    const child = forkFleet(place);
    child.on("message", (message: FleetMessage) => progress.receive(fleetName, message));
    return child;
  };
  return keepRunning(start, (code) =>
    progress.say(`The simulated fleet ended (${code}); it starts again. ${logFile} says more.`),
  );
}

function forkFleet({ mqttPort, secretsFile, stateFolder, logFile }: FleetPlace): ChildProcess {
  mkdirSync(dirname(logFile), { recursive: true });
  const log = openSync(logFile, "w", 0o600);
  const child = fork(program, [], {
    execArgv: [],
    stdio: ["ignore", log, log, "ipc"],
    env: {
      ...process.env,
      PORTAL_URL: `mqtt://127.0.0.1:${mqttPort}`,
      SECRETS_FILE: secretsFile,
      STATE_DIR: stateFolder,
    },
  });
  closeSync(log);
  return child;
}

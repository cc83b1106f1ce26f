/** Starts, watches, reports and stops the simulated fleet, a child process of the demo. */
import { type ChildProcess, fork } from "node:child_process";
import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import type { FleetMessage } from "@offgrid/simulator/main";

import { builtProgram } from "./programs.ts";

const program = builtProgram("fleet");
const restartAfterMs = 3_000;
const stopLimitMs = 9_000;
const barWidth = 40;

interface FleetPlace {
  mqttPort: number;
  /** JSON list of {containerId, secret}. */
  secretsFile: string;
  stateFolder: string;
  logFile: string;
}

/** Runs the fleet until it is stopped; if it ends by itself, it is started again. @returns a function that stops it. */
export function runFleet(place: FleetPlace): () => Promise<void> {
  const { show, say } = progressBar();
  let isStopping = false;
  let child: ChildProcess | undefined;

  const start = () => {
    child = forkFleet(place);
    child.on("message", (message: FleetMessage) => {
      if (message.kind === "progress") show(message.done, message.total);
      if (message.kind === "failed") say(`The simulated fleet failed: ${message.message}`);
      if (message.kind === "history-done") say("The fleet's history is complete.");
    });
    child.once("exit", (code) => {
      if (isStopping) return;
      say(`The simulated fleet ended (${code}); it starts again. ${place.logFile} tells more.`);
      void wait(restartAfterMs).then(() => isStopping || start());
    });
  };
  start();

  return async () => {
    isStopping = true;
    const running = child;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    const ended = new Promise((resolve) => running.once("exit", resolve));
    running.kill("SIGTERM");
    const limit = setTimeout(() => running.kill("SIGKILL"), stopLimitMs);
    await ended;
    clearTimeout(limit);
  };
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

/** A progress bar on a terminal, else a line per tenth. */
function progressBar(): { show(done: number, total: number): void; say(sentence: string): void } {
  const isWatched = process.stdout.isTTY;
  let lastTenth = 0;
  let isOpen = false;
  return {
    show: (done, total) => {
      if (total === 0) return;
      const share = done / total;
      if (isWatched) {
        const filled = Math.round(share * barWidth);
        const bar = "#".repeat(filled) + "-".repeat(barWidth - filled);
        process.stdout.write(`\r  History [${bar}] ${Math.floor(share * 100)} %`);
        isOpen = true;
      } else if (Math.floor(share * 10) > lastTenth) {
        lastTenth = Math.floor(share * 10);
        console.log(`History: ${lastTenth * 10} %`);
      }
    },
    say: (sentence) => {
      if (isOpen) process.stdout.write("\n");
      isOpen = false;
      console.log(`  ${sentence}`);
    },
  };
}

/** `npm run dev`: the demo from source, started again when its sources change, and the web app from Vite with hot reload. */
import { type ChildProcess, fork, spawn } from "node:child_process";
import { watch } from "node:fs";
import { join } from "node:path";

import { readConfig } from "@offgrid/server/config/config";
import { printReason, runProgram } from "@offgrid/server/core/program";

const root = join(import.meta.dirname, "..");
const watched = ["contract", "server", "controller", "simulator"].map((name) => join(root, "packages", name, "src"));
/** Editors write several files in a burst. */
const settleMs = 300;

let port: number;
try {
  ({ port } = readConfig(process.env));
} catch (error) {
  printReason(error);
  process.exit(1);
}

runProgram(async () => {
  let demo = startDemo();
  let isStopping = false;
  let restarting = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const restart = () => {
    restarting = restarting.then(async () => {
      await ended(demo);
      if (isStopping) return;
      console.log("Sources changed; the demo starts again.");
      demo = startDemo();
    });
  };
  const watchers = watched.map((folder) =>
    watch(folder, { recursive: true }, (_, name) => {
      if (name === null || /\.test\.tsx?$/.test(name)) return;
      clearTimeout(timer);
      timer = setTimeout(restart, settleMs);
    }),
  );
  const vite = spawn(process.execPath, [join(root, "node_modules/vite/bin/vite.js")], {
    cwd: join(root, "packages/web"),
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, PORTAL_URL: `http://127.0.0.1:${port}` },
  });
  return {
    stop: async () => {
      isStopping = true;
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
      await restarting;
      await Promise.all([ended(vite), ended(demo)]);
    },
  };
});

function startDemo(): ChildProcess {
  const execArgv = ["--import", import.meta.resolve("tsx")];
  return fork(join(import.meta.dirname, "run.ts"), ["demo", "--no-web"], { execArgv, stdio: "inherit" });
}

/** Asks a child to stop and waits until it has. */
async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await exit;
}

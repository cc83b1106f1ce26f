/** Starts the stage once for all journeys and takes it down after them. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

import { findTestBrowser } from "../../scripts/browser.ts";
import { buildPrograms } from "../../scripts/build-programs.ts";
import { stageVariable } from "./stage.types.ts";

export default async function setup(): Promise<() => Promise<void>> {
  if (!findTestBrowser()) throw new Error("No browser was found; `npm run e2e` makes sure of one.");
  return startStage();
}

/** Starts it for journeys that bring browsers of their own. @returns what ends it. */
export async function startStage(): Promise<() => Promise<void>> {
  // The portal of the stage runs from its sources, and its readers of files from the built program.
  await buildPrograms();
  const child = fork(join(import.meta.dirname, "stage.ts"), {
    execArgv: ["--import", "tsx"],
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const ended = once(child, "exit");
  const first = await Promise.race([once(child, "message"), ended.then(() => undefined)]);
  if (!first) throw new Error("The stage of the journeys ended before it was ready; its reason stands above.");
  process.env[stageVariable] = JSON.stringify(first[0]);
  return async () => {
    child.disconnect();
    await ended;
  };
}

/**
 * The fleet program: `node --import tsx main.ts --portal mqtt://127.0.0.1:1883 --secrets secrets.json --state folder`.
 * A parent process that forked it gets its messages by IPC; otherwise they are printed. It ends with its parent. It can
 * also be the release that a supervisor runs (decision 77).
 */
import { supervisedRelease } from "@offgrid/controller/supervised";

import { startFleet } from "./fleet/fleet.runner.ts";
import { fleetSettings, SettingError } from "./fleet/fleet.settings.ts";
import { serveSupervisor } from "./supervised-member.ts";

/** Messages to the parent process. */
export type FleetMessage =
  /** All controllers read; history follows. */
  | { kind: "ready"; containers: number; pid: number }
  /** Frames of history that are in the portal. */
  | { kind: "progress"; done: number; total: number }
  | { kind: "history-done" }
  | { kind: "failed"; message: string };

const progressEveryMs = 250;

/** The release that this program is, where a supervisor runs it: that one understands no messages of ours. */
const release = supervisedRelease();
const forked = process.send !== undefined && release === undefined;
/** A stop that takes longer is cut short: with the portal gone, the controllers cannot disconnect properly. */
const longestStopMs = 8_000;

function tell(message: FleetMessage): void {
  // When the parent is gone, nobody reads the output any more.
  if (forked && process.connected) process.send?.(message);
  else if (forked) return;
  else if (message.kind === "failed") console.error(message.message);
  else console.log(JSON.stringify(message));
}

async function main(): Promise<void> {
  const settings = await fleetSettings(process.argv.slice(2), process.env);
  let printedAtMs = 0;
  let ending = false;
  let stopFleet = async () => {};
  const end = () => {
    // Ctrl-C reaches parent and fleet alike, so the parent's own signal and its end often follow; stopping once is
    // enough.
    if (ending) return;
    ending = true;
    setTimeout(() => process.exit(1), longestStopMs).unref();
    stopFleet().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
  // Without its parent nobody would ever stop the fleet, so it ends with it, for whatever reason.
  if (forked) process.on("disconnect", end);

  const log = {
    info: () => {},
    warn: (details: object, text: string) => console.error(JSON.stringify({ ...details, msg: text })),
  };
  const fleet = await startFleet({
    ...settings,
    // The members share one disk and one power supply with the portal; syncing each frame would only wear it.
    controller: { spoolSync: false, ...(release !== undefined && { software: release, isUpgradable: true }) },
    ...(release !== undefined && { restart: end }),
    log,
    onProgress: ({ done, total }) => {
      if (Date.now() - printedAtMs < progressEveryMs && done < total) return;
      printedAtMs = Date.now();
      tell({ kind: "progress", done, total });
    },
  });
  stopFleet = () => fleet.stop();
  if (release !== undefined) serveSupervisor(fleet, settings, log, end);
  tell({ kind: "ready", containers: fleet.handles.length, pid: process.pid });
  await fleet.historyDone;
  if (!ending) tell({ kind: "history-done" });
}

main().catch((error: unknown) => {
  tell({ kind: "failed", message: error instanceof SettingError ? error.message : String(error) });
  process.exit(1);
});

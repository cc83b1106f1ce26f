import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Socket } from "node:net";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

import type { Logger } from "pino";

import { reasonOf } from "../core/db.ts";

const program = fileURLToPath(new URL("../../../../dist/database-caretaker.mjs", import.meta.url));
/** A shell takes a fraction of the memory of the program, which follows when there is something to do. */
const script = 'if read -r word; then exit 0; fi; exec "$@" </dev/null';
const anotherAfterMs = 100;

/**
 * Ends the embedded database of a folder when this process is gone, whatever ended it: the kernel closes the pipe
 * between the two then. Whether another process uses the database is seen at that moment (`left-over.ts`).
 */
export interface Caretaker {
  /** It is not needed any more: the database is not running. Resolves when it is gone too. */
  dismiss(): Promise<void>;
}

export function startCaretaker(dataDir: string, log: Logger): Caretaker {
  // There is no such shell.
  if (process.platform === "win32") return { dismiss: async () => undefined };
  let isDismissed = false;
  let child: ChildProcess | undefined;
  const start = () => {
    if (isDismissed) return;
    const started = spawn("/bin/sh", ["-c", script, "sh", process.execPath, program, resolve(dataDir)], {
      cwd: "/",
      // A session of its own: what ends the portal's group leaves it alone.
      detached: true,
      stdio: ["pipe", "ignore", "ignore"],
      env: { PATH: process.env["PATH"], TMPDIR: process.env["TMPDIR"] },
    });
    // Neither it nor its pipe, which is a socket, keeps this process alive.
    started.unref();
    (started.stdin as Socket).unref();
    started.stdin.on("error", () => undefined);
    started.once("error", (error) => {
      child = undefined;
      log.warn({ reason: reasonOf(error) }, "nothing will end the database if this process is killed");
    });
    started.once("exit", () => {
      child = undefined;
      setTimeout(start, anotherAfterMs).unref();
    });
    child = started;
  };
  start();
  return {
    dismiss: async () => {
      isDismissed = true;
      if (!child) return;
      const gone = once(child, "exit");
      child.ref();
      child.stdin?.end("dismissed\n");
      await gone;
    },
  };
}

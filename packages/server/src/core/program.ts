import { StartError } from "./start-error.ts";

/** A shutdown that takes longer is cut short. */
const usualStopLimitMs = 15_000;
/** Ctrl-C arrives through npm as well as from the terminal: signals this close together count as one. */
const sameSignalMs = 500;
const parentEveryMs = 500;

export interface Running {
  stop(): Promise<void>;
  /** Reads again what may change while it runs: SIGHUP where no terminal is there to be closed. */
  reload?(): void;
}

/**
 * Runs a program until SIGINT or SIGTERM, then stops it in order and exits with 0. A second signal exits at once. A
 * StartError is printed as its one sentence, with exit code 1.
 * @param start Starts the program. It may take the signal as a reason to give up.
 * @param stopLimitMs How long it may take to stop.
 */
export function runProgram(start: (signal: AbortSignal) => Promise<Running>, stopLimitMs = usualStopLimitMs): void {
  const stopping = new AbortController();
  const starting = start(stopping.signal);
  let stoppingSinceMs: number | undefined;

  const end = async (exitCode: number) => {
    if (stoppingSinceMs !== undefined) {
      if (performance.now() - stoppingSinceMs < sameSignalMs) return;
      process.exit(exitCode || 1);
    }
    stoppingSinceMs = performance.now();
    stopping.abort();
    setTimeout(() => {
      console.error(`The portal did not stop within ${stopLimitMs / 1000} s and is ended now.`);
      process.exit(1);
    }, stopLimitMs).unref();
    try {
      // A signal during the start lets the start finish first, so that nothing is left half-made.
      await (await starting).stop();
      process.exit(exitCode);
    } catch {
      process.exit(1);
    }
  };

  // npm starts a program by a shell. A signal to npm ends the shell, which says nothing of it to the program.
  const parent = process.ppid;
  if (process.env["npm_lifecycle_event"] !== undefined)
    setInterval(() => {
      if (process.ppid !== parent && stoppingSinceMs === undefined) void end(0);
    }, parentEveryMs).unref();
  process.on("SIGINT", () => void end(0));
  process.on("SIGTERM", () => void end(0));
  process.on("SIGHUP", () => {
    // A closed terminal ends the program as Ctrl-C does.
    if (hasTerminal()) return void end(0);
    starting.then(
      ({ reload }) => reload?.(),
      () => undefined,
    );
  });
  for (const event of ["uncaughtException", "unhandledRejection"] as const) {
    process.on(event, (error: unknown) => {
      console.error(error);
      void end(1);
    });
  }
  starting.catch((error: unknown) => {
    if (error === stopping.signal.reason) process.exit(0);
    printReason(error);
    process.exit(1);
  });
}

/** How the command line of the server is called where this program runs: by npm, or as a release is installed. */
export function commandLineIn(env: Readonly<Record<string, string | undefined>>): string {
  return env["npm_lifecycle_event"] === undefined ? "offgrid-portal" : "npm run portal --";
}

function hasTerminal(): boolean {
  return [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY);
}

/** A StartError is printed as its sentence; anything else is a fault of ours and shows where it happened. */
export function printReason(error: unknown): void {
  console.error(error instanceof StartError ? error.message : error);
}

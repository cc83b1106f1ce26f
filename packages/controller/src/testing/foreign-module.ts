import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const script = fileURLToPath(new URL("modbus-server.py", import.meta.url));
const hasPymodbus = (python: string) =>
  spawnSync(python, ["-c", "import pymodbus.server.async_io"], { stdio: "ignore" }).status === 0;

/** Debian installs packages for its own Python, which need not be the first one of the PATH. */
const python = ["python3", "/usr/bin/python3"].find(hasPymodbus);
export const isPymodbusInstalled = python !== undefined;

/** A relay module on a Modbus server that is not ours. */
export interface ForeignModule {
  port: number;
  /** One of the lines that modbus-server.py knows. @returns All coils then, "0" or "1" each. */
  say(line: string): Promise<string>;
  close(): Promise<void>;
}

/** @throws Error where pymodbus is not installed. */
export async function startForeignModule(): Promise<ForeignModule> {
  if (python === undefined) throw new Error("pymodbus is missing; install Debian's python3-pymodbus.");
  const child: ChildProcess = spawn(python, [script], { stdio: ["pipe", "pipe", "inherit"] });
  const closed = once(child, "close");
  if (!child.stdout || !child.stdin) throw new Error("The Modbus server has no pipes.");
  const { stdin } = child;
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const next = async (): Promise<string> => {
    const { value, done } = await lines.next();
    if (done === true) throw new Error("The Modbus server has ended.");
    return value as string;
  };
  const port = Number(await next());
  let turn: Promise<unknown> = Promise.resolve();
  return {
    port,
    say: (line) => {
      const answer = turn.then(() => {
        stdin.write(`${line}\n`);
        return next();
      });
      turn = answer;
      return answer;
    },
    close: async () => {
      child.kill("SIGKILL");
      await closed;
    },
  };
}

import type { ProgramName } from "./programs.ts";

/**
 * What `--help` says of the programs that people start, and which options those take that take few. What is absent says so
 * itself, or is started by other programs.
 */
const usages: Partial<Record<ProgramName, { text: string; options?: readonly string[] }>> = {
  portal: {
    text: `npm start
Starts the portal. It takes no options: its settings are variables of the environment, which README.md lists,
such as PORT, DATA_DIR, DATABASE_URL and PUBLIC_URL.`,
    options: [],
  },
  demo: {
    text: `npm run demo [-- --no-web]
Starts a portal with accounts, a simulated fleet and 90 days of history, reachable from this machine only.
  --no-web   leaves the web app as it is, built or not
PORT and MQTT_PORT choose other ports, DATA_DIR another folder.`,
    options: ["--no-web"],
  },
};

/** @returns what is printed in place of starting the program, and how it ends; undefined: it starts. Pure. */
export function insteadOf(name: ProgramName, given: readonly string[]): { text: string; exitCode: 0 | 2 } | undefined {
  const usage = usages[name];
  if (!usage) return undefined;
  const text = `Use: ${usage.text}`;
  if (given.includes("--help") || given.includes("-h")) return { text, exitCode: 0 };
  const unknown = usage.options && given.find((one) => !usage.options?.includes(one));
  return unknown === undefined ? undefined : { text: `There is no option "${unknown}".\n${text}`, exitCode: 2 };
}

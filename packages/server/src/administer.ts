import { openCommandLine } from "./command-line.ts";
import { readConfig } from "./config/config.ts";
import { ownTerminal, runVerb } from "./console/run-verb.ts";

/** `offgrid-portal <verb>`, in the repository `npm run portal -- <verb>`: what the portal is told on the command line of its server. */
process.exitCode = await runVerb(
  process.argv.slice(2),
  ownTerminal(() => openCommandLine(readConfig(process.env))),
);

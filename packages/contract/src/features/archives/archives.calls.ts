import { z } from "zod";

import { type CallMap, ContainerId, noOutput } from "../../core/call.ts";

/** The most bytes that an archive may have: the format counts no further. */
export const largestArchive = 4_000_000_000;

export const archiveCalls = {
  containerArchive: {
    summary:
      "All data of a container as one zip archive of CSV and JSON files with a description: every reading, events, warnings, commands, notes, works, upgrades, configuration, tickets with messages and files as far as the caller sees them, and with the permission `audit` the lines of the audit about it.",
    access: "configure",
    effect: "read",
    stepUp: true,
    answers: "file",
    perMinute: 3,
    input: z.strictObject({
      containerId: ContainerId,
      from: z.iso.date().optional().describe("First day of readings in UTC; absent: from the first"),
      to: z.iso.date().optional().describe("Last day of readings in UTC; absent: to the last"),
    }),
    output: noOutput,
  },
  personArchive: {
    summary:
      "All data of the caller as one zip archive of CSV and JSON files with a description: account, settings, containers, sessions, tokens, channels, notifications, messages, tickets and files, notes, commands, and lines of the audit. Never a password, token or key.",
    access: "signed-in",
    effect: "read",
    stepUp: true,
    answers: "file",
    perMinute: 3,
    input: z.strictObject({}),
    output: noOutput,
  },
} satisfies CallMap;

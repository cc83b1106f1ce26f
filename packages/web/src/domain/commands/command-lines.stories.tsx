import type { Command } from "@offgrid/contract/commands/commands.schema";
import { portalUserId } from "@offgrid/contract/core/constants";

import type { Story } from "../../testing/story.tsx";
import { ago, colleague, fakeCommand, fakeNow, fakeZone } from "./command.fake.ts";
import { CommandLines } from "./command-lines.tsx";

const given: readonly Partial<Command>[] = [
  { state: "accepted" },
  { state: "done", value: false, at: ago(600) },
  { op: "lock.set", wanted: null, givenReason: "P-12", state: "done", by: colleague, at: ago(900) },
  { op: "lock.set", wanted: null, state: "done", by: { userId: portalUserId, name: null }, at: ago(1_200) },
  { op: "lock.clear", wanted: null, state: "unknown", reason: "no_answer", by: colleague, at: ago(1_800) },
  { wanted: true, state: "failed", reason: "mismatch", value: false, at: ago(7_200), isLate: true },
  { wanted: true, state: "refused", reason: "clock", by: { userId: "u-9", name: null }, at: ago(200_000) },
];
const commands = given.map((one, place) => fakeCommand({ commandId: `c-${place}`, ...one }));

export const stories: readonly Story[] = [
  {
    name: "command-lines",
    states: {
      "of one container": () => <CommandLines commands={commands} now={fakeNow} zone={fakeZone} />,
      "of several": () => <CommandLines commands={commands} now={fakeNow} zone={fakeZone} withContainer />,
    },
  },
];

import { z } from "zod";

import { type CallMap, Instant, noOutput } from "../../core/call.ts";
import { mostInGroup } from "./constants.ts";
import { Command, RelayNumber } from "./commands.schema.ts";

const ContainerRef = z.string().min(1).max(64);
const GroupRef = z.strictObject({ groupId: z.string().min(1).max(64) });
const order = z.strictObject({
  containers: z
    .array(ContainerRef)
    .min(1)
    .max(mostInGroup)
    .refine((ids) => new Set(ids).size === ids.length, { error: "Each container may be named once." }),
  relay: RelayNumber,
  on: z.boolean(),
});

/**
 * Why a container of a group is given no command: it has no such output, is not connected, the output is as asked for
 * already, is without power since the loads are cut or what feeds it is off, is locked, has an open command or is critical
 * without a proved fail-safe, somebody else works at the container, or whoever began the group may not control the container.
 */
export const GroupObstacle = z.enum([
  "missing",
  "offline",
  "already",
  "cut",
  "no_supply",
  "locked",
  "busy",
  "unproved",
  "works",
  "rights",
]);
export type GroupObstacle = z.infer<typeof GroupObstacle>;

const Container = {
  containerId: z.string(),
  containerName: z.string(),
  /** Null: nothing is in the way, as far as is known. */
  obstacle: GroupObstacle.nullable(),
};

/**
 * `stopped`: too many of the first commands came to nothing. `expired`: not all commands could be given within ten
 * minutes. What was given until then has gone on to its end.
 */
export const GroupState = z.enum(["running", "done", "stopped", "cancelled", "expired"]);
export type GroupState = z.infer<typeof GroupState>;

export const CommandGroup = z.object({
  groupId: z.string(),
  relay: z.int().describe("Number of the relay, from 1"),
  on: z.boolean(),
  state: GroupState,
  at: Instant,
  by: z.object({ userId: z.string(), name: z.string().nullable() }),
  members: z.array(z.object({ ...Container, command: Command.nullable() })),
});
export type CommandGroup = z.infer<typeof CommandGroup>;

/** The same order to several containers, given a few at a time so that it can be stopped. */
export const commandGroupCalls = {
  commandGroupPreview: {
    summary: "What a group command would meet: where the relay of each container is, and what is in the way.",
    access: "control",
    effect: "read",
    perMinute: 30,
    input: order,
    output: z.object({
      data: z.array(
        z.object({
          ...Container,
          on: z.boolean().nullable(),
          outputName: z.string().nullable().describe("What people call the relay there; null: nobody has named it"),
          feeder: z
            .object({ target: z.string(), name: z.string().nullable() })
            .nullable()
            .describe("What feeds the relay and is off, as its controller said last; null: it has its supply"),
        }),
      ),
    }),
  },
  commandGroupStart: {
    summary:
      "Switch the same relay of several containers. Ten commands are given first; when three of them come to nothing, no further one is given. The others follow once these ten have ended.",
    access: "control",
    effect: "write",
    stepUp: true,
    perMinute: 4,
    input: order,
    output: z.object({ data: z.object({ groupId: z.string() }) }),
  },
  commandGroupGet: {
    summary: "A group command, with what became of it in each of its containers that the caller sees.",
    access: "view",
    effect: "read",
    input: GroupRef,
    output: z.object({ data: CommandGroup }),
  },
  commandGroupCancel: {
    summary: "Give no further command of a group. Those that were given go on: nobody can take them back.",
    access: "control",
    effect: "write",
    input: GroupRef,
    output: noOutput,
  },
} satisfies CallMap;

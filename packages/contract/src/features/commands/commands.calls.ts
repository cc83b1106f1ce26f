import { z } from "zod";

import { type CallMap, ContainerId, Instant, listInput, noOutput, readsContainer } from "../../core/call.ts";
import {
  Command,
  CommandState,
  CommandTarget,
  ContainerOutput,
  GivenReason,
  LightNumber,
  OutputLock,
  PhaseNumber,
  RelayNumber,
  setsOutput,
} from "./commands.schema.ts";

const oneRelay = z.strictObject({ containerId: ContainerId, relay: RelayNumber });
const oneOutput = z.strictObject({
  containerId: ContainerId,
  relay: RelayNumber.optional(),
  light: LightNumber.optional(),
  ac: z.literal(true).optional().describe("The air conditioner"),
  phase: PhaseNumber.optional(),
});
const isOne = ({ relay, light, phase, ac }: Omit<z.infer<typeof oneOutput>, "containerId">) =>
  [relay, light, phase, ac].filter((named) => named !== undefined).length === 1;
const oneOutputOnly = {
  path: ["relay"],
  error: "Name either a relay, a street light, a phase or the air conditioner.",
};

const filter = z.strictObject({
  containerId: ContainerId.optional(),
  target: CommandTarget.optional(),
  /** One state, or `open`: those that are not over. */
  state: z.union([CommandState, z.literal("open")]).optional(),
  /** Who gave them. */
  userId: z.string().min(1).max(64).optional(),
  /** Given at this instant or later. */
  since: Instant.optional(),
});

export const commandCalls = {
  outputList: {
    summary: "The relays and phases of a container: where each is as measured and why, its lock and its last command.",
    ...readsContainer,
    output: z.object({ data: z.array(ContainerOutput) }),
  },
  setContainerControlAdam: {
    summary:
      "Switch a relay. The answer says that the command waits to be sent, not that anything was switched; `commandGet` and the person's live topic say what becomes of it. Refused while the container is not connected, the relay is locked, or another command for it is open (`holder` says whose). Switching a critical output on needs a fresh confirmation, and a fail-safe that was proved on site; switching it off is always allowed.",
    ...setsOutput,
    input: z.strictObject({
      ...oneRelay.shape,
      on: z.boolean().describe("True closes the relay."),
      /** Of the specification; a lock holds for everyone, also for who took it, so no token passes it. */
      lockToken: z.string().max(128).optional(),
    }),
  },
  commandList: {
    summary: "Commands to the containers that the caller sees, newest first.",
    access: "view",
    effect: "read",
    input: z.strictObject({ page: listInput.page, pageSize: listInput.pageSize, filter: filter.optional() }),
    output: z.object({ data: z.array(Command), total: z.int() }),
  },
  commandGet: {
    summary: "One command, and what became of it.",
    access: "view",
    effect: "read",
    input: z.strictObject({ commandId: z.string().min(1).max(64) }),
    output: z.object({ data: Command }),
  },
  commandExport: {
    summary:
      "The same commands as a CSV file, all pages at once; reasons are words in the language of Accept-Language.",
    access: "view",
    effect: "read",
    answers: "file",
    perMinute: 5,
    input: z.strictObject({ filter: filter.optional() }),
    output: noOutput,
  },
  getAdamLock: {
    summary: "The lock of a relay, of a street light, of a phase or of the air conditioner.",
    access: "view",
    effect: "read",
    input: oneOutput.refine(isOne, oneOutputOnly),
    output: z.object({ data: OutputLock }),
  },
  setAdamLock: {
    summary:
      "Lock a relay, a street light, a phase or the air conditioner for people who work on what it feeds, or release it. Nothing energises it through a lock; it counts only when the controller has confirmed it (`locked`), and it does not replace switching off and tagging. While the container is away it is asked for when it is back. Releasing someone else's lock needs a fresh confirmation and a reason, and the person is notified.",
    access: "control",
    effect: "write",
    perMinute: 60,
    input: z
      .strictObject({
        ...oneOutput.shape,
        locked: z.boolean(),
        /** Needed to lock, and to release someone else's lock. */
        reason: GivenReason.optional(),
      })
      .refine(isOne, oneOutputOnly),
    output: z.object({ data: OutputLock }),
    errors: ["output_locked"],
  },
} satisfies CallMap;

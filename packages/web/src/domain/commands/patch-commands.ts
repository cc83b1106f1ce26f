import type { Command } from "@offgrid/contract/commands/commands.schema";

import { patchAnswers, refresh } from "../../core/api/query-client.ts";
import { isOpen } from "./command-facts.ts";

/**
 * Has every list and output that is shown say how a command stands. A message that was overtaken by a newer one, or by an
 * answer, changes nothing.
 */
export function patchCommand(command: Command): void {
  let isListed = false;
  const newer = (known: Command) => {
    if (known.commandId !== command.commandId) return known;
    isListed = true;
    return isAfter(command, known) ? command : known;
  };
  patchAnswers("commandList", (answer) => ({ ...answer, data: answer.data.map(newer) }));
  patchAnswers("outputList", (answer) => ({
    ...answer,
    data: answer.data.map((output) =>
      output.last?.commandId === command.commandId ? { ...output, last: newer(output.last) } : output,
    ),
  }));
  // What is new belongs somewhere in lists, by their filters, and an end changes which of them it belongs to.
  if (!isListed || !isOpen(command)) refreshSoon();
}

/** With many commands under way, as to a whole fleet, lists that begin again with each message would never arrive. */
const gatherMs = 500;
let timer: ReturnType<typeof setTimeout> | undefined;

function refreshSoon(): void {
  timer ??= setTimeout(() => {
    timer = undefined;
    refresh("commandList", "outputList", "getStreetLight", "getAcStatus");
  }, gatherMs);
}

const progress = ["queued", "sent", "accepted", "unknown"] as const;

/** Is the first a later state of the same command? Nothing follows a final one. */
export function isAfter(one: Pick<Command, "state">, other: Pick<Command, "state">): boolean {
  const rank = ({ state }: Pick<Command, "state">) => {
    const place = progress.findIndex((each) => each === state);
    return place === -1 ? progress.length : place;
  };
  return rank(one) > rank(other);
}

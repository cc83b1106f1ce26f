import type { TicketHistory } from "./tickets.data.ts";

/** What happened to a ticket between its messages. Pure. */

type Change = TicketHistory["data"][number];

/** Fields of which a conversation tells; a reason stands with the end that it is of. */
const shown: readonly Change["field"][] = ["status", "agent", "waitingFor"];

export type SystemLine =
  | { at: string; kind: "taken" | "given"; agentId: string; by: Change["by"] }
  | { at: string; kind: "closed"; reason: string | null; by: Change["by"] }
  | { at: string; kind: "reopened" | "started" | "putBack" | "released"; by: Change["by"] }
  | { at: string; kind: "waits"; for: string; by: Change["by"] };

const isStart = ({ field, from, to }: Change) => field === "status" && from !== "Closed" && to === "Inprogress";

/** Of one act there is one line: whoever takes a ticket makes it Open, too. Who takes it stands before that they began. */
export function systemLines(changes: readonly Change[]): SystemLine[] {
  return changes.flatMap((change): SystemLine[] => {
    if (!shown.includes(change.field)) return [];
    const same = (field: Change["field"]) => changes.find((one) => one.at === change.at && one.field === field);
    const { at, by, field, from, to } = change;
    if (field === "agent") {
      if (to === null) return [{ at, by, kind: "released" }];
      const taken = { at, by, kind: by?.userId === to ? "taken" : "given", agentId: to } as const;
      const status = same("status");
      return status && isStart(status) ? [taken, { at, by: status.by, kind: "started" }] : [taken];
    }
    if (field === "waitingFor") return to === null || to === "nobody" ? [] : [{ at, by, kind: "waits", for: to }];
    if (to === "Closed") return [{ at, by, kind: "closed", reason: same("closeReason")?.to ?? null }];
    if (from === "Closed") return [{ at, by, kind: "reopened" }];
    if (isStart(change)) return same("agent")?.to ? [] : [{ at, by, kind: "started" }];
    return from === "Inprogress" && same("agent") === undefined ? [{ at, by, kind: "putBack" }] : [];
  });
}

/**
 * Messages and what happened, oldest first; of what was before the first message only where there are no older ones.
 * @param untilAt Only what was before; undefined: all.
 */
export function interleaved<Message extends { at: string }>(
  messages: readonly Message[],
  lines: readonly SystemLine[],
  { isMore, untilAt }: { isMore: boolean; untilAt?: string | undefined },
): ({ message: Message } | { line: SystemLine })[] {
  const ms = (instant: string) => Date.parse(instant);
  const [first] = messages;
  const fits = ({ at }: SystemLine) =>
    (!isMore || first === undefined || ms(at) >= ms(first.at)) && (untilAt === undefined || ms(at) < ms(untilAt));
  const all = [
    ...messages.map((message) => ({ at: message.at, message })),
    ...lines.filter(fits).map((line) => ({ at: line.at, line })),
  ];
  return all.toSorted((one, other) => ms(one.at) - ms(other.at));
}

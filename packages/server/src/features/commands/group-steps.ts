import { type CommandState, openStates } from "@offgrid/contract/commands/command-moves";

/** How a group command goes on. Pure: it sees what became of its members, and says to whom the next commands go. */

/** So many are given first, */
const firstCount = 10;
/** and when so many of them come to nothing, no further one is given. */
const mostFailures = 3;
/** So many commands of a group are open at a time, so that a group can be stopped. */
const mostOpen = 50;

export interface GroupMember {
  containerId: string;
  /** State of its command; null: none was given. */
  state: CommandState | null;
  /** Why none was given. */
  obstacle: string | null;
}

export interface GroupStep {
  /** Containers that are given their command now. */
  give: string[];
  /** The group is over: nothing is left, or too much came to nothing. */
  end?: "done" | "stopped";
}

/** @param members In the order in which they are given their commands. */
export function groupStep(members: readonly GroupMember[]): GroupStep {
  const given = members.filter(({ state }) => state !== null);
  const waiting = members.filter(({ state, obstacle }) => state === null && obstacle === null);
  const first = given.slice(0, firstCount);
  if (first.filter(isFailure).length >= mostFailures) return { give: [], end: "stopped" };
  const open = given.filter(isOpen).length;
  if (waiting.length === 0) return open === 0 ? { give: [], end: "done" } : { give: [] };
  const isProbed = first.length === firstCount && !first.some(isOpen);
  const room = isProbed ? mostOpen - open : firstCount - given.length;
  return { give: waiting.slice(0, Math.max(0, room)).map(({ containerId }) => containerId) };
}

function isOpen({ state }: GroupMember): boolean {
  return openStates.some((open) => open === state);
}

function isFailure(member: GroupMember): boolean {
  return !isOpen(member) && member.state !== "done";
}

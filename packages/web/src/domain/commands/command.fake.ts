import type { Command, ContainerOutput, OutputLock } from "@offgrid/contract/commands/commands.schema";

/** The present of these examples: 20 November 2026, a quarter to eight in the evening in Nairobi. */
export const fakeNow = Date.UTC(2026, 10, 20, 16, 45, 20);
export const fakeZone = "Africa/Nairobi";
/** Who looks at these examples. */
export const fakeUserId = "u-1";

/** An instant so many seconds ago. */
export const ago = (seconds: number) => new Date(fakeNow - seconds * 1_000).toISOString();

const own = { userId: fakeUserId, name: "Daniela Okoth" };
export const colleague = { userId: "u-2", name: "Amina Diallo" };

/** A command of one's own to switch a relay off, given eight seconds ago. */
export function fakeCommand(given: Partial<Command> = {}): Command {
  return {
    commandId: "c-1",
    containerId: "lodwar",
    containerName: "Lodwar",
    op: "relay.set",
    target: "relay.3",
    outputName: null,
    givenReason: null,
    emergencyMinutes: null,
    wanted: false,
    state: "sent",
    isLate: false,
    reason: null,
    value: null,
    by: own,
    at: ago(8),
    expiresAt: ago(-22),
    sentAt: ago(8),
    acceptedAt: null,
    endedAt: null,
    ...given,
  };
}

export function fakeLock(given: Partial<OutputLock> = {}): OutputLock {
  return {
    locked: false,
    state: "free",
    by: null,
    since: null,
    confirmedAt: null,
    reason: null,
    fault: null,
    ...given,
  };
}

/** A relay that was read to be on four seconds ago. */
export function fakeOutput(given: Partial<ContainerOutput> = {}): ContainerOutput {
  return {
    target: "relay.3",
    number: 3,
    on: true,
    onAt: ago(4),
    failSafe: null,
    restsUntil: null,
    why: null,
    lock: fakeLock(),
    last: null,
    ...given,
  };
}

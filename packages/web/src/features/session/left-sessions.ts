import { ApiError } from "../../core/api/api-error.ts";
import { call } from "../../core/api/call.ts";
import { onReachChange } from "../../core/api/reach.ts";

/**
 * Sessions that someone left without a network. The portal learns of it as soon as it can be reached; until then only a
 * proof of each is kept, which ends the session and is good for nothing else. A token on a device that its owner has
 * signed out of would be one that the next person finds.
 */
const leftKey = "offgrid.left-sessions";
/** More are left by nobody; the oldest have ended by themselves, unused. */
const mostLeft = 10;
const askAgainMs = 10_000;

/** What the sign-in page says: something waits for the portal, or the portal has been told since the page was opened. */
export type LeftState = "none" | "waiting" | "ended";

let state: LeftState = "none";
const listeners = new Set<() => void>();

export function leftState(): LeftState {
  return state;
}

export function onLeftChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function setState(next: LeftState): void {
  state = next;
  for (const listener of [...listeners]) listener();
}

/** Proofs of the sessions that were left, the oldest first. */
export function leftProofs(storage: Storage): string[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(leftKey) ?? "[]");
    return Array.isArray(kept) ? kept.filter((one) => typeof one === "string").slice(-mostLeft) : [];
  } catch {
    return [];
  }
}

function keepProofs(storage: Storage, proofs: readonly string[]): void {
  try {
    if (proofs.length === 0) storage.removeItem(leftKey);
    else storage.setItem(leftKey, JSON.stringify(proofs.slice(-mostLeft)));
  } catch {
    // A browser without storage keeps nothing; the session ends when it has not been used for some hours.
  }
}

/**
 * Notes that a session is being left, before the portal is told: the page may be closed while it waits.
 * @returns a function that forgets it again, for when the portal has been told.
 */
export async function noteLeaving(storage: Storage, token: string): Promise<() => void> {
  const proof = await proofOf(token);
  if (proof === undefined) return () => {};
  keepProofs(storage, [...leftProofs(storage).filter((one) => one !== proof), proof]);
  return () =>
    keepProofs(
      storage,
      leftProofs(storage).filter((one) => one !== proof),
    );
}

/** Undefined where the page came without encryption: browsers then lend no hash. */
async function proofOf(token: string): Promise<string | undefined> {
  if (!("subtle" in crypto)) return undefined;
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Ends at the portal what was left, now or as soon as it can be reached. Called once, by the program's start. */
export async function endLeftSessions(storage: Storage): Promise<void> {
  if (leftProofs(storage).length === 0) return;
  setState("waiting");
  for (let proof = leftProofs(storage)[0]; proof !== undefined; proof = leftProofs(storage)[0]) {
    const ended = proof;
    if (await isDelivered(ended))
      keepProofs(
        storage,
        leftProofs(storage).filter((one) => one !== ended),
      );
    else await soonOrReached();
  }
  setState("ended");
}

/** Also where the portal does not know the call, such as one that was set up again from an older version. */
async function isDelivered(proof: string): Promise<boolean> {
  try {
    return (await call("signOutLate", { proof }, { isLast: true })).data?.proof === proof;
  } catch (error) {
    return error instanceof ApiError && error.isOwn && error.code === "no_such_call";
  }
}

function soonOrReached(): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      stop();
      window.removeEventListener("online", end);
      resolve();
    };
    const timer = setTimeout(end, askAgainMs);
    const stop = onReachChange(end);
    window.addEventListener("online", end);
  });
}

import { userInfo } from "node:os";

import type { FindingCode } from "@offgrid/contract/doctor/findings";

interface KnownReason {
  code: FindingCode;
  values: Readonly<Record<string, string | number>>;
}

/**
 * A reason not to start, or not to go on, that the person at the machine can fix. Its message is one plain sentence that
 * names the problem and the remedy; programs print it alone, without a stack, and exit with 1.
 */
export class StartError extends Error {
  /** As the doctor finds it in a portal that has started, and says it in other languages. */
  readonly known: KnownReason | undefined;
  constructor(sentence: string, { known, ...options }: ErrorOptions & { known?: KnownReason } = {}) {
    super(sentence, options);
    this.name = "StartError";
    this.known = known;
  }
}

/** Whom files of this process have to belong to, as `chown` takes it: its name, or its number where it has none. */
export function ownUser(): string {
  try {
    return userInfo().username;
  } catch {
    // Containers run as numbers that no file of users knows.
    return String(process.getuid?.() ?? "this user");
  }
}

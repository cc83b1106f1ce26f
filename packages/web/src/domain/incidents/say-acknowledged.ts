import type { TFunction } from "i18next";

import { sayDone, sayFailure, sayUndo } from "../../ui/toast.tsx";

/** What the person looks after: what it is called, and how that is taken back. */
interface LookedAfter {
  name: string;
  withdraw: () => Promise<void>;
}

/** By name: takes away the words that the person looks after it. */
const said = new Map<string, () => void>();

/** Says that the person looks after it, with the way to take that back. */
export function sayAcknowledged(t: TFunction<"incidents">, it: LookedAfter): void {
  said.get(it.name)?.();
  said.set(
    it.name,
    sayUndo(t("acknowledge.done", { name: it.name }), () => void withdraw(t, it)),
  );
}

/** Takes it back, and says so. */
export async function withdraw(t: TFunction<"incidents">, { name, withdraw: takeBack }: LookedAfter): Promise<void> {
  try {
    await takeBack();
    said.get(name)?.();
    said.delete(name);
    sayDone(t("acknowledge.withdrawn", { name }));
  } catch {
    sayFailure(t("acknowledge.failed"));
  }
}

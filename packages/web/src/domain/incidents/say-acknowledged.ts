import type { TFunction } from "i18next";

import { sayDone, sayFailure, sayUndo } from "../../ui/toast.tsx";
import { withdrawIncident } from "./incidents.data.ts";

/** Says that the person looks after an incident, with the way to take that back. @param name What it is called. */
export function sayAcknowledged(t: TFunction<"incidents">, id: string, name: string): void {
  sayUndo(t("acknowledge.done", { name }), () => void withdraw(t, id, name));
}

/** Takes it back, and says so. */
export async function withdraw(t: TFunction<"incidents">, id: string, name: string): Promise<void> {
  try {
    await withdrawIncident(id);
    sayDone(t("acknowledge.withdrawn", { name }));
  } catch {
    sayFailure(t("acknowledge.failed"));
  }
}

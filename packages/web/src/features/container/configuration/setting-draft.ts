import type { SeenVersions } from "@offgrid/contract/core/config-section";
import { useState } from "react";
import type { z } from "zod";

import { ApiError } from "../../../core/api/api-error.ts";

export type Seen = z.infer<typeof SeenVersions>;

export interface DraftSource<Draft> {
  /** The setting as it is now. */
  before: Draft;
  /** Its versions, which are those of the whole configuration, and rise with each report of the controller. */
  seen: Seen;
  /** What somebody has changed, on top of what somebody else has made of the setting meanwhile. */
  merge: (mine: Draft, base: Draft, now: Draft) => Draft;
}

/**
 * What is filled in of a setting, with what it was made of: what somebody else has saved meanwhile must not be lost. The
 * portal refuses the first try; then the form shows the changes of both.
 */
export function useSettingDraft<Draft extends object>({ before, seen, merge }: DraftSource<Draft>) {
  const [mine, setMine] = useState<{ draft: Draft; base: Draft; seen: Seen }>();
  // As long as this setting is what it was, other changes of the configuration refuse nothing.
  const isOvertaken = mine !== undefined && !isSame(mine.base, before);
  const draft = mine?.draft ?? before;
  return {
    draft,
    isDirty: !isSame(draft, before),
    change: (next: Draft) => setMine({ base: before, seen, ...mine, draft: next }),
    /** @throws what `send` throws */
    save: async (send: (seen: Seen) => Promise<unknown>): Promise<void> => {
      try {
        await send(isOvertaken ? mine.seen : seen);
        setMine(undefined);
      } catch (error) {
        if (mine && error instanceof ApiError && error.code === "config_changed")
          setMine({ draft: merge(mine.draft, mine.base, before), base: before, seen });
        throw error;
      }
    },
  };
}

/** By field: what was changed stays, the rest is as it is now. */
export function mergeFields<Draft extends object>(mine: Draft, base: Draft, now: Draft): Draft {
  const changed = Object.entries(mine).filter(([field, value]) => !isSame(value, base[field as keyof Draft]));
  return { ...now, ...Object.fromEntries(changed) };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

import type { z } from "zod";

/** A variable of the configuration, as the documents and the error about a bad value describe it. */
export interface Setting {
  name: string;
  /** Used when the variable is not set; undefined: nothing. */
  fallback: string | undefined;
  /** As the documents show it. */
  shown: string;
  meaning: string;
  /** Completes "must be ..." in the error about a bad value. */
  expected: string;
  schema: z.ZodType;
}

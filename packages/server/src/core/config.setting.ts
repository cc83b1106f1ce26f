import type { z } from "zod";

/** A variable of the configuration, as the documents and the sentence about a bad value have it. */
export interface Setting {
  name: string;
  /** What stands in when the variable is not set; undefined: nothing. */
  fallback: string | undefined;
  /** As the documents show it. */
  shown: string;
  meaning: string;
  /** Completes "must be ..." in the sentence about a bad value. */
  expected: string;
  schema: z.ZodType;
}

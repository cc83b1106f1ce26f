import { z } from "zod";

/** Dotted lower-case words, digits and underscores. */
export const MetricName = z
  .string()
  .regex(/^[a-z][a-z0-9_]*(\.[a-z0-9_]+)*$/)
  .max(64);

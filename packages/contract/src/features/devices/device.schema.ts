import { z } from "zod";

/** A value with the instant at which it was measured. */
export const ValueAt = z.object({
  value: z.number().describe("In the unit of its metric"),
  at: z.iso.datetime(),
});
export type ValueAt = z.infer<typeof ValueAt>;

export const Device = z.object({
  id: z.string().max(64),
  type: z.string().max(64),
  maker: z.string().max(128).optional(),
  model: z.string().max(128).optional(),
  serial: z.string().max(128).optional(),
  software: z.string().max(64).optional(),
  address: z.string().max(128).optional().describe("Host and port at which its controller reaches it"),
  settable: z.array(z.string().max(32)).max(16).optional().describe("What its controller can set of it"),
});
export type Device = z.infer<typeof Device>;

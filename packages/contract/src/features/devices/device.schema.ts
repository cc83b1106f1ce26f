import { z } from "zod";

import { plainName } from "../../core/one-line.ts";

/** A value with the instant at which it was measured. */
export const ValueAt = z.object({
  value: z.number().describe("In the unit of its metric"),
  at: z.iso.datetime(),
});
export type ValueAt = z.infer<typeof ValueAt>;

/** What a controller says of a device, of one line: its signs of direction would turn what stands beside it. */
const said = (longest: number) => z.string().max(longest).overwrite(plainName);

export const Device = z.object({
  id: z.string().max(64),
  type: z.string().max(64),
  maker: said(128).optional(),
  model: said(128).optional(),
  serial: said(128).optional(),
  software: said(64).optional(),
  address: said(128).optional().describe("Host and port at which its controller reaches it"),
  settable: z.array(z.string().max(32)).max(16).optional().describe("What its controller can set of it"),
});
export type Device = z.infer<typeof Device>;

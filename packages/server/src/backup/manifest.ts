import { z } from "zod";

/** What a backup says of itself: at its beginning what is in it, at its end what its rows add up to. */

export const formatVersion = 1;
export const manifestName = "manifest.json";
export const endName = "end.json";
export const keyName = "portal.key";

const Name = z.string().regex(/^[a-z][a-z0-9_]{0,62}$/);

/** Read before all else, so that a newer format is told from a damaged file. */
export const ManifestFormat = z.object({ format: z.int() });

export const Manifest = z.strictObject({
  format: z.literal(formatVersion),
  /** The instant of its snapshot, ISO 8601. */
  createdAt: z.iso.datetime(),
  /** The schema's steps that had run, in their order. */
  steps: z.array(z.strictObject({ version: z.int(), name: z.string(), checksum: z.string() })).min(1),
  /** Columns in the order of the copies; those that follow from others are left out. */
  tables: z.array(z.strictObject({ name: Name, columns: z.array(Name).min(1) })).min(1),
  /** The months that tables have parts for, counted from January 1970. */
  months: z.array(z.strictObject({ table: Name, month: z.int().min(0).max(9_999) })),
  /** Which portal.key sealed the secrets inside; null: none has. */
  key: z.string().nullable(),
  /** It holds that file itself. */
  hasKey: z.boolean(),
});
export type Manifest = z.infer<typeof Manifest>;

export const End = z.strictObject({
  tables: z.array(z.strictObject({ name: Name, rows: z.int(), sum: z.string().regex(/^[0-9a-f]{64}$/) })),
  /** Numbers that were given last, by the column that they are for. */
  sequences: z.array(z.strictObject({ table: Name, column: Name, last: z.string().regex(/^\d+$/).nullable() })),
});
export type End = z.infer<typeof End>;

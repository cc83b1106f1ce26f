import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";

import { thePortal } from "../testing/cast.ts";
import { readTimes, readValues, sentTimes, sentValues } from "./sent-columns.ts";

test("instants to the millisecond, readings to the last bit and gaps come back as the database has them", async () => {
  const { db } = (await thePortal()).database;
  const row = fc.record({
    atMs: fc.integer({ min: 0, max: Date.UTC(2200, 0, 1) }),
    value: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }), { nil: null }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 50 }), async (rows) => {
      const { rows: found } = await sql<{ at: Buffer | null; value: Buffer | null }>`
        select ${sentTimes(sql.ref("at"))} as at, ${sentValues(sql.ref("value"))} as value
        from (
          select to_timestamp(ms / 1000) as at, value
          from unnest(${rows.map(({ atMs }) => atMs)}::float8[], ${rows.map(({ value }) => value)}::float8[])
            with ordinality as rows (ms, value, place)
          order by place
        ) as sample`.execute(db);
      expect(readTimes(found[0]?.at)).toEqual(rows.map(({ atMs }) => atMs));
      const values = readValues(found[0]?.value);
      expect(values).toHaveLength(rows.length);
      // On the way in the driver writes -0 as 0, which are equal here.
      for (const [index, { value }] of rows.entries()) expect(values[index] === value).toBe(true);
    }),
    { numRuns: 60 },
  );
});

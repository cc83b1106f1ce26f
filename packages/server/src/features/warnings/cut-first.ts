import { cutRank, powerAttributes } from "@offgrid/contract/warnings/power-first";
import { type RawBuilder, sql } from "kysely";

/** `cutRank` of the attribute in this column. */
export function cutFirst(column: string): RawBuilder<number> {
  const ranked = powerAttributes.map((name) => sql`when ${sql.lit(name)} then ${sql.lit(cutRank(name))}`);
  return sql`case ${sql.ref(column)} ${sql.join(ranked, sql` `)} else 0 end`;
}

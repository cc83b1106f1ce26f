import { cutAttribute } from "@offgrid/contract/warnings/cut-attribute";
import { cutRank, hoursAttribute, powerAttributes } from "@offgrid/contract/warnings/power-first";
import { type RawBuilder, sql } from "kysely";

/** `cutRank` of the attribute in this column. */
export function cutFirst(column: string): RawBuilder<number> {
  const ranked = powerAttributes.map((name) => sql`when ${sql.lit(name)} then ${sql.lit(cutRank(name))}`);
  return sql`case ${sql.ref(column)} ${sql.join(ranked, sql` `)} else 0 end`;
}

/** What decides in `worstOfTwo` among equal ranks, the earlier first, of the warnings that this name stands for; null: nothing. */
export function cutAt(table: string): RawBuilder<Date | null> {
  const of = (column: string) => sql.ref(`${table}.${column}`);
  return sql`case ${of("attribute")} when ${sql.lit(cutAttribute)} then ${of("raisedAt")} when ${sql.lit(hoursAttribute)}
    then coalesce(${of("foundAt")}, ${of("raisedAt")}) + least(${of("value")}, 8760) * interval '1 hour' end`;
}

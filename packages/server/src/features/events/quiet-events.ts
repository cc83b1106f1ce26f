import { offValues } from "@offgrid/contract/commands/arbitrate";
import { runTroubles } from "@offgrid/contract/automations/run-outcomes";
import type { OutputReason } from "@offgrid/contract/commands/commands.schema";
import { type RawBuilder, sql } from "kysely";

import { outputCodes } from "./output-words.store.ts";

/** What is written by nobody's decision of the moment: times, charges, and outputs that lose their power with what feeds them. */
const quietReasons = ["schedule", "low_charge", "no_supply"] as const satisfies readonly OutputReason[];
/** A person did it: others want to know. */
const reasonsOfPeople = ["command", "hand", "emergency"] as const satisfies readonly OutputReason[];
/** A phase that is disconnected for minutes so many times within an hour is news. */
const disconnectionsThatCount = 3;

const listed = (reasons: readonly string[]) => sql.join(reasons.map(sql.lit));

/** Of what an event says: a phase drew too much, or all of them did, and it is tried again after minutes. */
const isBrief = (data: RawBuilder<unknown>) => sql`(${data} ->> 'reason' in ('phase_limit', 'phases')
  and ${data} -> 'passed' ->> 'of' in ('power', 'total'))`;

/** How often the output of an event was disconnected so within the hour before. */
const disconnectedBefore = sql`(select count(*) from event d where d.container_id = e.container_id and d.device = e.device
  and d.code in (${listed(outputCodes)}) and d.at < e.at and d.at > e.at - interval '1 hour' and ${isBrief(sql`d.data`)})`;

/** What was said of the output of an event before. */
const saidBefore = sql`(select p.data from event p where p.container_id = e.container_id and p.device = e.device
  and p.code in (${listed(outputCodes)}) and p.at < e.at order by p.at desc limit 1)`;

/**
 * Whether nobody is notified of the event `e`: what happens every day at its time, such as a street light that a schedule dims or
 * a restart that a plan asks for; what lost its power with what feeds it; a phase that is disconnected for a few minutes,
 * but for the third time within an hour; that such an output has its power again; and what an automation did as it should, or
 * while it was only watched.
 */
export const isQuiet = sql`(e.code in ('reboot.planned', 'reboot.skipped')
  or (e.code = 'automation.run' and (e.data ? 'shadow' or e.data ->> 'outcome' not in (${listed(runTroubles)})) is true)
  or (e.code = 'output.changed' and (
  e.data ->> 'reason' in (${listed(quietReasons)})
  or (${isBrief(sql`e.data`)} and ${disconnectedBefore} <> ${sql.lit(disconnectionsThatCount - 1)})
  or (e.data ->> 'value' not in (${listed(offValues.map(String))}) and e.data ->> 'reason' not in (${listed(reasonsOfPeople)})
    and (select word ->> 'reason' = 'no_supply' or ${isBrief(sql`word`)} from ${saidBefore} said (word)))
  )) is true)`;

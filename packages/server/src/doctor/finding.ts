import {
  type Examined,
  type Finding,
  type FindingCode,
  type FindingValue,
  findings,
} from "@offgrid/contract/doctor/findings";

import type { StartError } from "../core/start-error.ts";

/** What was found; its words are in the catalogues, by its code. */
export function finding<Code extends FindingCode>(
  about: Examined,
  code: Code,
  ...[values]: [FindingValue<Code>] extends [never] ? [] : [Readonly<Record<FindingValue<Code>, string | number>>]
): Finding {
  return { about, code, level: findings[code].level, values: values ?? {} };
}

/** That of an error at the start; one without a code of its own is said in its own sentence. */
export function findingOf(about: Examined, { known, message }: StartError): Finding {
  if (known === undefined) return finding(about, "start_refused", { sentence: message });
  return { about, code: known.code, level: findings[known.code].level, values: known.values };
}

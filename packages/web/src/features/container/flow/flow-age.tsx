import { useTranslation } from "react-i18next";

import type { Flow } from "../../../domain/energy-flow/flow-balance.ts";
import { useAgeWords } from "../../../ui/use-freshness.ts";

/** What is no older is called the present. */
const nowWithinMs = 60_000;

/** Of when the picture is: now, or how old it is, which is said before it is too old to count. */
export function FlowAge({ flow, now }: { flow: Flow; now: number }) {
  const { t } = useTranslation("energy-flow");
  const { ageOf } = useAgeWords();
  const newestMs = Math.max(...flow.branches.flatMap(({ isCounted, atMs }) => (isCounted && atMs ? [atMs] : [])));
  const isNow = !flow.isLastKnown && now - newestMs <= nowWithinMs;
  const age = Number.isFinite(newestMs) && !isNow && ageOf(newestMs, now);
  const said = isNow ? [t("now")] : [flow.isLastKnown && t("lastKnown"), age];
  return <span className="og-note">{said.filter(Boolean).join(", ")}</span>;
}

import { useTranslation } from "react-i18next";

import type { Answer } from "../../../core/api/call.ts";
import { durationText, hoursText } from "@offgrid/contract/core/duration-text";
import { formatQuantityText, formatShare } from "../../../core/format.ts";
import { Async, type Pending, quiet } from "../../../ui/async.tsx";
import { useLocale } from "../../../ui/use-locale.ts";

export type PowerCuts = Answer<"getPowerCuts">["data"];

/** How long the loads had no power, and about how much energy they were not served. */
export function WithoutPower({ cuts }: { cuts: Pending<PowerCuts> }) {
  const { t } = useTranslation("period-figures");
  return (
    <div>
      <h3 className="og-note og-after og-medium">{t("figure.withoutPowerH")}</h3>
      <Async of={quiet(cuts)} height={56}>
        {(known) => <Known cuts={known} />}
      </Async>
    </div>
  );
}

function Known({ cuts }: { cuts: PowerCuts }) {
  const { t } = useTranslation("analysis");
  const locale = useLocale();
  const { hours, count, unservedWh, coverage, stepS } = cuts;
  const isKnown = hours !== null;
  const step = durationText(stepS, locale);
  // Groups of readings do not show every cut.
  const isInSteps = stepS > 0;
  const missed = unservedWh === null ? undefined : formatQuantityText(unservedWh, "Wh", locale);
  return (
    <>
      <p className="og-big og-figure og-flush">{isKnown ? hoursText(hours) : t("notKnown")}</p>
      <p className="og-note">
        {!isKnown && t("cutsNotTold")}
        {isKnown && hours > 0 && (isInSteps ? t("cuts", { count, step }) : t("cutsRead", { count }))}
        {isKnown && hours === 0 && isInSteps && t("cutsInSteps", { step })}
        {isKnown && hours > 0 && missed !== undefined && ` ${t("unserved", { energy: missed })}`}
        {isKnown && coverage < 0.99 && ` ${t("cutsPartly", { percent: formatShare(coverage, locale) })}`}
      </p>
    </>
  );
}

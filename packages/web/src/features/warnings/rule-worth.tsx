import { Button } from "@mantine/core";
import { precisionOf, recallOf } from "@offgrid/contract/warnings/forecast-score";
import { differenceTypes } from "@offgrid/contract/warnings/warning-types";
import type { TFunction } from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { durationText } from "@offgrid/contract/core/duration-text";
import { formatQuantityText } from "../../core/format.ts";
import { FormFailure } from "../../ui/form-notes.tsx";
import { useAct } from "../../ui/use-act.ts";
import { useLocale } from "../../ui/use-locale.ts";
import type { SavedRule } from "../../domain/warnings/rules.data.ts";
import type { Tuning } from "./trials.data.ts";
import { useWarningNames } from "../../domain/warnings/use-warning-names.ts";

/** What a rule is worth: what people think of its warnings, whether what it warned of came, and whether it is noisy. */

/** "useful 6 of 9"; undefined: nobody said anything. */
export function ratingWords({ feedback }: SavedRule, t: TFunction<"warnings">): string | undefined {
  const { useful, expected, noise } = feedback;
  const count = useful + expected + noise;
  return count === 0 ? undefined : t("worth.useful", { useful, count });
}

/** Whether the cuts came that it warned of, and how long before. */
export function Score({ saved: { score } }: { saved: SavedRule }) {
  const { t } = useTranslation("warnings");
  const locale = useLocale();
  if (!score) return null;
  const { came, avoided, wrong, warned, missed, medianLeadS } = score;
  const percent = (share: number | null) =>
    share === null ? undefined : formatQuantityText(share * 100, "percent", locale);
  const precision = percent(precisionOf({ came, avoided, false: wrong }));
  const recall = percent(recallOf({ warned, missed }));
  const facts = [
    precision !== undefined &&
      t("worth.right", { right: came + avoided, count: came + avoided + wrong, share: precision }),
    medianLeadS !== null && t("worth.lead", { lead: durationText(medianLeadS, locale) }),
    recall !== undefined && t("worth.warned", { warned, count: warned + missed, share: recall }),
  ].filter(Boolean);
  return facts.length === 0 ? null : <span className="og-anywhere">{facts.join(" · ")}</span>;
}

/** Says that a rule raises too often, and what a change would save. */
export function Noisy({ saved, onTune }: { saved: SavedRule; onTune: (() => Promise<Tuning>) | undefined }) {
  const { t } = useTranslation("warnings");
  const [tuning, setTuning] = useState<Tuning>();
  const ask = useAct(async () => onTune && setTuning(await onTune()));
  const { ruleName: name } = saved.rule;
  return (
    <div className="og-close-stack">
      <span className="og-amber">{t("worth.noisy", { count: saved.raisedIn7Days })}</span>
      {onTune && !tuning && (
        <div>
          <Button
            variant="default"
            loading={ask.isRunning}
            aria-label={t("worth.askName", { name })}
            onClick={() => void ask.run()}
          >
            {t("worth.ask")}
          </Button>
        </div>
      )}
      <FormFailure error={ask.error} />
      <div role="status">{tuning && <TuningWords saved={saved} tuning={tuning} />}</div>
    </div>
  );
}

/** "With a threshold of 17 % 19 warnings in 30 days would be 3; none that was useful is lost." */
function TuningWords({ saved, tuning }: { saved: SavedRule; tuning: Tuning }) {
  const { t } = useTranslation("warnings");
  const names = useWarningNames();
  const { best, raised, valued, noise } = tuning;
  if (!best) return <span>{t("worth.none")}</span>;
  const condition = saved.rule.conditions[best.condition];
  const [metric = ""] = condition?.attributes ?? [];
  const isApart = condition !== undefined && differenceTypes.has(condition.type);
  const change =
    best.threshold === null
      ? t("worth.duration", { duration: names.duration(best.duration ?? 0) })
      : t("worth.threshold", { threshold: names.value(metric, best.threshold, isApart) });
  const facts = [
    t("worth.saves", { change, name: condition?.name ?? "", before: raised, after: best.raised }),
    valued > 0 && t("worth.keeps", { count: valued }),
    noise > 0 && t("worth.noise", { count: noise, left: best.noiseKept }),
    valued === 0 && t("worth.untold"),
  ].filter(Boolean);
  return <span className="og-anywhere">{facts.join(" ")}</span>;
}

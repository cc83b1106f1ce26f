import type { Cluster } from "@offgrid/contract/clusters/clusters.schema";
import { warningTypes } from "@offgrid/contract/warnings/warning-types";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { ChartZoom } from "../../chart/use-chart-view.ts";
import { useTick } from "../../core/live/tick.ts";
import type { ContainerChoice } from "../../domain/containers/containers.data.tsx";
import { Async } from "../../ui/async.tsx";
import { browserZone } from "../../ui/use-locale.ts";
import { BackTestChart } from "./back-test-chart.tsx";
import { type BackTestEpisode, BackTestPanel } from "./back-test-panel.tsx";
import { allowed, type Faults, isMissing, readRule } from "./rule-check.ts";
import { type Condition, type Override, type Rule, watchedBy, withThreshold } from "./rule-input.ts";
import { askWhy, type BackTest, useBackTest, useMetricMonth } from "./trials.data.ts";
import { useWhoseOfAll } from "./use-whose.ts";
import { WhyNot } from "./why-not.tsx";

interface Props {
  /** Undefined: it is a new one. */
  id: string | undefined;
  draft: Rule;
  containers: readonly ContainerChoice[];
  clusters: readonly Cluster[];
  onChange: (draft: Rule) => void;
}

/** What the rule that is being written would have done, and why it did not fire when somebody expected it to. */
export function RuleTrials({ id, draft, containers, clusters, onChange }: Props) {
  // What it is called decides nothing.
  const read = readRule({ ...draft, ruleName: draft.ruleName.trim() || "?" });
  const rule = "rule" in read ? read.rule : undefined;
  const { t } = useTranslation("rule-trials");
  const faults = useFaultWords(draft, "faults" in read ? read.faults : {});
  const test = useBackTest(rule && (id === undefined ? rule : { ...rule, id }));
  const [shown, setShown] = useState<BackTestEpisode>();
  const whose = useWhoseOfAll();
  const now = useTick();
  const watched = watchedBy(draft, clusters);
  const place = draft.conditions.findIndex(isDrawn);
  const condition = draft.conditions[place];
  return (
    <>
      <BackTestPanel
        lacks={rule ? undefined : faults}
        looksAhead={draft.conditions.some(({ type }) => type === "forecast")}
        test={test}
        onShow={condition && setShown}
      >
        <p className="og-note">{t("zone", { zone: browserZone })}</p>
        {condition && test.data && (
          <Measured
            test={test.data}
            condition={condition}
            isWrong={rule === undefined}
            whose={whose}
            shown={shown}
            onThreshold={(threshold) =>
              onChange({ ...draft, conditions: draft.conditions.with(place, withThreshold(condition, threshold)) })
            }
          />
        )}
      </BackTestPanel>
      {rule && (
        <WhyNot
          rule={rule}
          now={now}
          containers={containers.filter((container) => watched.includes(container.id))}
          onAsk={(containerId, atMs) => askWhy(id === undefined ? rule : { ...rule, id }, containerId, atMs)}
        />
      )}
    </>
  );
}

/** What cannot be as it is written, in words; what is only still to be filled in is not among it. */
function useFaultWords({ conditions }: Rule, faults: Faults): readonly string[] {
  const { t } = useTranslation("warnings");
  const wrong = Object.entries(faults).filter(([, fault]) => !isMissing(fault));
  const words = wrong.map(([path, fault]) => {
    const [, place] = /^conditions\.(\d+)\./.exec(path) ?? [];
    const name = conditions.length > 1 && place !== undefined ? conditions[Number(place)]?.name : undefined;
    const text = t(`wrong.${fault}`, allowed);
    return name ? `${name}: ${text}` : text;
  });
  return [...new Set(words)];
}

/** There is a measured value to draw. */
function isDrawn({ type, attributes }: Condition): boolean {
  const { reads } = warningTypes[type];
  return (reads === "values" || reads === "silence") && attributes.length > 0;
}

interface MeasuredProps {
  test: BackTest;
  condition: Condition;
  isWrong: boolean;
  whose: (own: Override) => string;
  /** What somebody wants to see. */
  shown: BackTestEpisode | undefined;
  onThreshold: (threshold: Condition["threshold"]) => void;
}

/** Around what is shown, so much before and after it. */
const hourMs = 3_600_000;

function Measured({ test, condition, isWrong, whose, shown, onThreshold }: MeasuredProps) {
  const [chosen, setChosen] = useState<{ containerId: string; view: ChartZoom["view"] }>();
  const [known, setKnown] = useState(shown);
  let now = chosen;
  if (shown && shown !== known) {
    now = { containerId: shown.containerId, view: rangeOf(shown, test) };
    setKnown(shown);
    setChosen(now);
  }
  const worst = test.tried.toSorted((one, other) => other.raised - one.raised)[0];
  const containerId =
    test.tried.find((one) => one.containerId === now?.containerId)?.containerId ?? worst?.containerId ?? "";
  // The one that is beyond its level is the one to look at.
  const episode = test.episodes.find((one) => one.containerId === containerId);
  const metric = condition.attributes.find((name) => name === episode?.attribute) ?? condition.attributes[0] ?? "";
  // By whole hours, so that what is tried again does not fetch the same once more.
  const hourOf = (instant: string) => Math.floor(Date.parse(instant) / hourMs) * hourMs;
  const range = { fromMs: hourOf(test.from), toMs: hourOf(test.to) + hourMs };
  const view = now?.containerId === containerId ? now.view : undefined;
  const zoom: ChartZoom = {
    view,
    onView: (next) => setChosen({ containerId, view: next }),
    addressOf: () => window.location.href,
  };
  const history = useMetricMonth({ containerId, metric, zone: browserZone }, range, view);
  if (containerId === "") return null;
  return (
    <Async of={history} height={340}>
      {(answer) => (
        <BackTestChart
          {...{ answer, metric, containerId, test, condition, isWrong, whose, zoom, onThreshold }}
          onContainer={(next) => setChosen({ containerId: next, view: undefined })}
        />
      )}
    </Async>
  );
}

function rangeOf({ raisedAt, clearedAt }: BackTestEpisode, { to }: BackTest): ChartZoom["view"] {
  return { fromMs: Date.parse(raisedAt) - hourMs, toMs: Date.parse(clearedAt ?? to) + hourMs };
}

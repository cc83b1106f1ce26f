import type { ContainerOutput } from "@offgrid/contract/commands/commands.schema";
import type { ContainerInfoV4 } from "@offgrid/contract/containers/containers.schema";
import { outputMetric } from "@offgrid/contract/devices/output-kinds";
import { useTranslation } from "react-i18next";

import { missing } from "../../../core/format.ts";
import { readingOf } from "../../../domain/commands/command-facts.ts";
import { OutputWhyNote } from "../../../domain/commands/output-why.tsx";
import { columns } from "../../../ui/columns.ts";
import { useAgeWords, useFreshness } from "../../../ui/use-freshness.ts";
import { useMetricWords } from "../values/metric-words.ts";
import type { TabProps } from "../tabs/container-tabs.ts";

const quantities = ["power", "voltage", "current"] as const;

interface PhaseMeasuredProps {
  phase: number;
  info: Pick<ContainerInfoV4, "values" | "everyS">;
  now: number;
}

/** What a phase draws, with its voltage and current, and how old that is. */
export function PhaseMeasured({ phase, info: { values, everyS }, now }: PhaseMeasuredProps) {
  const { t } = useTranslation("phase-control");
  const write = useMetricWords();
  const freshnessOf = useFreshness();
  const { ageOf } = useAgeWords();
  return (
    <dl className="og-facts og-grid og-tight" style={columns(72)}>
      {quantities.map((quantity) => {
        const metric = `phase.${phase}.${quantity}`;
        const found = values[metric];
        const atMs = found && Date.parse(found.at);
        const isOld = freshnessOf(atMs, everyS, now) === "stale";
        return (
          <div key={quantity} data-old={isOld || undefined}>
            <dt>{t(`measured.${quantity}`)}</dt>
            <dd>{found ? write(metric, found.value) : missing}</dd>
            {isOld && atMs !== undefined && <dd className="og-note">{ageOf(atMs, now)}</dd>}
          </div>
        );
      })}
    </dl>
  );
}

/** Each phase as it is now: whether it is connected, what it draws, and why it is so. */
export function PhaseStanding({ info, now, outputs }: TabProps & { outputs: readonly ContainerOutput[] }) {
  const { t } = useTranslation("phase-control");
  const { t: say } = useTranslation("command-words");
  const freshnessOf = useFreshness();
  const { ageOf } = useAgeWords();
  const { values, zoneName, energy, everyS } = info;
  return (
    <ul className="og-plain-list og-grid og-top" style={columns(220, { isFilled: true })} aria-label={t("now")}>
      {outputs.map((output) => {
        const reading = readingOf(output, values[outputMetric(output.target)]);
        const name = `L${output.number}`;
        const isOld = freshnessOf(reading?.atMs, everyS, now) === "stale";
        const is = reading ? (reading.isOn ? "is.on" : "is.off") : "is.never";
        return (
          <li key={output.target} className="og-close-stack">
            <span className={isOld ? "og-muted" : ""}>
              <span className="og-strong">{t(is, { phase: name })}</span>{" "}
              {reading && isOld && <span className="og-note">{say("read", { age: ageOf(reading.atMs, now) })}</span>}
            </span>
            <PhaseMeasured phase={output.number} info={info} now={now} />
            <OutputWhyNote
              id={`why-${output.target}`}
              output={output}
              isOn={reading?.isOn}
              command={undefined}
              isCut={energy.level === "cut"}
              now={now}
              zone={zoneName}
            />
          </li>
        );
      })}
    </ul>
  );
}

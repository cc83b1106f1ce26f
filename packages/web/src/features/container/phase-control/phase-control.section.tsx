import { kindsOf } from "@offgrid/contract/devices/output-kinds";
import type { PhaseNumber } from "@offgrid/contract/phase-control/phase-bounds";
import type { PhaseControlSetting } from "@offgrid/contract/phase-control/phase-control.calls";
import type { PhaseControl } from "@offgrid/contract/phase-control/phase-control.schema";
import { useTranslation } from "react-i18next";

import { formatQuantityText } from "../../../core/format.ts";
import { Async, quiet } from "../../../ui/async.tsx";
import { Section } from "../../../ui/section.tsx";
import { sayFailure, sayUndo } from "../../../ui/toast.tsx";
import { useFreshness } from "../../../ui/use-freshness.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import { seenVersions } from "../configuration/configuration.data.ts";
import type { Seen } from "../configuration/setting-draft.ts";
import { useOutputs } from "../outputs/outputs.data.ts";
import { ofKind } from "../outputs/switches.tsx";
import type { TabProps } from "../tabs/container-tabs.ts";
import { savePhaseControl, useMaySetPhaseControl, usePhaseControl } from "./phase-control.data.ts";
import { Does, PhaseControlForm } from "./phase-control.form.tsx";
import { PhaseTrial } from "./phase-dry-run.tsx";
import { PhaseEvents } from "./phase-events.tsx";
import { PhaseStanding } from "./phase-standing.tsx";
import { phasesBelow } from "./phase-words.ts";

/** Which phases of a container have power when there is not enough for all, and what happened to them. */
export function PhaseControlSection({ info, now }: TabProps) {
  const { t } = useTranslation("phase-control");
  const outputs = useOutputs(info.containerId);
  // That it has none is said in a line below all sections.
  if (!kindsOf(info.capabilities).includes("phase")) return null;
  return (
    <Section title={t("title")}>
      <Async of={quiet(outputs)} height={480}>
        {(list) => {
          const phases = ofKind(list, "phase");
          if (phases.length === 0) return <p className="og-flush">{t("noPhases")}</p>;
          return (
            <div className="og-stack">
              <p className="og-note">{t("why")}</p>
              <PhaseStanding info={info} now={now} outputs={phases} />
              <Setting info={info} now={now} phases={phases.map(({ number }) => number as PhaseNumber)} />
              <PhaseEvents info={info} now={now} />
            </div>
          );
        }}
      </Async>
    </Section>
  );
}

function Setting({ info, now, phases }: TabProps & { phases: readonly PhaseNumber[] }) {
  const { t } = useTranslation("phase-control");
  const { containerId, name, zoneName } = info;
  const setting = usePhaseControl(containerId);
  const mayChange = useMaySetPhaseControl();
  const consequences = useConsequences(info, now);
  return (
    <Async of={quiet(setting)} height={480}>
      {(known) => {
        const running = known.reported?.setting ?? null;
        if (!mayChange) return running ? <Does setting={running} /> : <p className="og-flush">{t("unset")}</p>;
        return (
          <PhaseControlForm
            container={name}
            // What its own file says is what there is to change, where nobody has asked for anything.
            setting={known.wanted?.setting ?? running}
            running={running}
            phases={phases}
            obstacle={known.state === "trial" ? t("onTrial") : undefined}
            consequences={consequences}
            trial={(typed) => <PhaseTrial containerId={containerId} zone={zoneName} setting={typed} />}
            seen={seenVersions(known)}
            onSave={(next, seen) => saveWithUndo(containerId, { known, seen }, next, t)}
          />
        );
      }}
    </Async>
  );
}

async function saveWithUndo(
  containerId: string,
  { known, seen }: { known: PhaseControlSetting; seen: Seen },
  setting: PhaseControl,
  t: (key: "saved" | "notUndone") => string,
): Promise<void> {
  const own = await savePhaseControl(containerId, setting, seen);
  const before = known.wanted?.setting ?? known.reported?.setting ?? { ...setting, mode: "off" };
  sayUndo(t("saved"), () => void savePhaseControl(containerId, before, own).catch(() => sayFailure(t("notUndone"))));
}

/** What saving a setting comes to now: which phases lose their power at the present charge, and when it is sent. */
function useConsequences({ status, values, everyS }: TabProps["info"], now: number) {
  const { t } = useTranslation("phase-control");
  const locale = useLocale();
  const freshnessOf = useFreshness();
  const { value: soc, at } = values["battery.soc"] ?? {};
  const isKnown = at !== undefined && freshnessOf(Date.parse(at), everyS, now) !== "stale";
  return (setting: PhaseControl): string[] => {
    const below = soc === undefined || !isKnown ? [] : phasesBelow(setting, soc);
    const charge = formatQuantityText(soc ?? 0, "percent", locale);
    return [
      ...(below.length > 0 ? [t("question.low", { charge, phases: below.join(", ") })] : []),
      t(status === "online" ? "question.online" : "question.away"),
    ];
  };
}

import { useTranslation } from "react-i18next";

import { Section } from "../../../ui/section.tsx";
import { expectedHeight } from "../outputs/expected-height.ts";
import { useMayControl, useOutputs } from "../outputs/outputs.data.ts";
import { ofKind, Switches } from "../outputs/switches.tsx";
import type { TabProps } from "../tabs/container-tabs.ts";
import { PhaseMeasured } from "./phase-standing.tsx";

/** The phases of a container with what each draws, whose limit holds, and its switch; nothing where it has none. */
export function PhasesNowSection({ info, now }: TabProps) {
  const { t } = useTranslation("phase-control");
  const outputs = useOutputs(info.containerId);
  const mayControl = useMayControl();
  if (outputs.data && ofKind(outputs.data, "phase").length === 0) return null;
  return (
    <Section title={t("phases")}>
      {mayControl && <p className="og-note">{t("byHand")}</p>}
      <Switches
        info={info}
        now={now}
        kind="phase"
        title={t("phases")}
        height={expectedHeight(info, "phase")}
        measured={({ number }) => <PhaseMeasured phase={number} info={info} now={now} />}
      />
    </Section>
  );
}

import type { RebootPlan } from "@offgrid/contract/reboots/next-reboot";
import type { RebootSchedule } from "@offgrid/contract/reboots/reboots.calls";
import { useTranslation } from "react-i18next";

import { Async, quiet } from "../../../ui/async.tsx";
import { Section } from "../../../ui/section.tsx";
import { sayFailure, sayUndo } from "../../../ui/toast.tsx";
import { browserZone } from "../../../ui/use-locale.ts";
import { seenVersions } from "../configuration/configuration.data.ts";
import type { TabProps } from "../tabs/container-tabs.ts";
import { RebootForm } from "./reboot.form.tsx";
import { RebootStanding } from "./reboot-standing.tsx";
import { saveSchedule, useMaySchedule, useRebootSchedule } from "./reboots.data.ts";

/** When the controller of a container restarts by itself. */
export function RebootsSection({ info, now }: TabProps) {
  const { t } = useTranslation("reboots");
  const { containerId } = info;
  const schedule = useRebootSchedule(containerId);
  const mayChange = useMaySchedule();
  const save = async (plan: RebootPlan, seen: RebootSchedule) => {
    const own = await saveSchedule(containerId, plan, seenVersions(seen));
    const before = seen.wanted?.setting ?? { ...plan, enabled: false };
    sayUndo(t("saved"), () => void saveSchedule(containerId, before, own).catch(() => sayFailure(t("notUndone"))));
  };
  return (
    <Section title={t("title")}>
      <p className="og-note">{t("why")}</p>
      <Async of={quiet(schedule)} height={240}>
        {(known) => (
          <div className="og-stack og-mid">
            <RebootStanding schedule={known} now={now} ownZone={browserZone} />
            {mayChange && (
              <RebootForm
                schedule={known}
                now={now}
                ownZone={browserZone}
                obstacle={known.state === "trial" ? t("onTrial") : undefined}
                onSave={(plan) => save(plan, known)}
              />
            )}
          </div>
        )}
      </Async>
    </Section>
  );
}

import { settingText } from "@offgrid/contract/events/event-say";
import type { AcPlan } from "@offgrid/contract/air-conditioning/ac-plan";
import type { AcControl } from "@offgrid/contract/air-conditioning/air-conditioning.calls";
import { isSameValue } from "@offgrid/contract/configuration/config-doc";
import { acWord } from "@offgrid/contract/devices/ac-setting";
import { useTranslation } from "react-i18next";

import { formatQuantityText } from "../../../core/format.ts";
import { weekdayName } from "../../../core/time.ts";
import { Async, quiet } from "../../../ui/async.tsx";
import { Section } from "../../../ui/section.tsx";
import { useLocale } from "../../../ui/use-locale.ts";
import { seenVersions } from "../configuration/configuration.data.ts";
import type { Seen } from "../configuration/setting-draft.ts";
import type { TabProps } from "../tabs/container-tabs.ts";
import { savePlan, useAcEnergyADay, useAirConditioners, useMayPlanAc } from "./ac.data.ts";
import { AcForm } from "./ac.form.tsx";

/** How the air conditioner of a container works by itself; nothing where it has none that can be set. */
export function AirConditioningSection({ info }: TabProps) {
  const { t } = useTranslation("air-conditioning");
  const { containerId, zoneName } = info;
  const units = useAirConditioners(containerId);
  const mayPlan = useMayPlanAc();
  if (!info.capabilities.includes("ac") || (units.data && !units.data[0]?.control)) return null;
  return (
    <Section title={t("title")}>
      <p className="og-note">{t("why")}</p>
      <Async of={quiet(units)} height={420}>
        {([unit]) =>
          unit?.control && (
            <div className="og-stack">
              <Costs containerId={containerId} zone={zoneName} />
              <AcPlanning
                control={unit.control}
                mayPlan={mayPlan}
                onSave={(plan, seen) => savePlan(containerId, plan, seen)}
              />
            </div>
          )
        }
      </Async>
    </Section>
  );
}

/** What it takes, by its own meter. */
function Costs({ containerId, zone }: { containerId: string; zone: string }) {
  const { t } = useTranslation("air-conditioning");
  const locale = useLocale();
  const energy = useAcEnergyADay(containerId, zone);
  return (
    <Async of={quiet(energy)} height={24}>
      {({ wh, coverage }) => {
        if (wh === null) return <p className="og-note">{t("costs.unknown")}</p>;
        const words = {
          energy: formatQuantityText(wh, "Wh", locale),
          share: formatQuantityText(100 * coverage, "percent", locale),
        };
        return <p className="og-flush">{t(coverage < mostlyMeasured ? "costs.partly" : "costs.known", words)}</p>;
      }}
    </Async>
  );
}

/** Below this share of the time, people are to know how much was measured. */
const mostlyMeasured = 0.95;

export interface AcPlanningProps {
  control: Pick<AcControl, "plan" | "modes">;
  mayPlan: boolean;
  /** @param seen What the change was made of. */
  onSave: (plan: AcPlan, seen: Seen) => Promise<unknown>;
}

/** How it works by itself, whether its controller does so, and the form to change that. */
export function AcPlanning({ control: { plan, modes }, mayPlan, onSave }: AcPlanningProps) {
  const { t } = useTranslation("air-conditioning");
  const setting = plan.wanted?.setting ?? plan.reported?.setting ?? null;
  return (
    <>
      <Followed plan={plan} />
      {mayPlan ? (
        <AcForm
          plan={setting}
          modes={modes}
          seen={seenVersions(plan)}
          isLapsed={plan.state === "lapsed"}
          obstacle={plan.state === "trial" ? t("onTrial") : undefined}
          onSave={onSave}
        />
      ) : (
        <PlanShown plan={setting} />
      )}
    </>
  );
}

/** Whether its controller follows what is set here, and why it does not. */
function Followed({ plan: { state, wanted, reported, faults } }: Pick<AcControl, "plan">) {
  const { t } = useTranslation("air-conditioning");
  const running = reported?.setting ?? null;
  if (!wanted?.setting || (running !== null && isSameValue(wanted.setting, running))) return null;
  const isRefused = Object.keys(faults).length > 0;
  const why = isRefused ? "refused" : state === "lapsed" ? "lapsed" : running ? "followsOther" : "followsNone";
  return (
    <p className="og-note" role="status">
      {t(why)}
    </p>
  );
}

/** For those who may not change it. */
function PlanShown({ plan }: { plan: AcPlan | null }) {
  const { t } = useTranslation("air-conditioning");
  const { t: say } = useTranslation("command-words");
  const locale = useLocale();
  if (!plan?.enabled) return <p className="og-flush">{t("noPlan")}</p>;
  const daysText = (days: readonly number[] | undefined) =>
    days === undefined ? "" : ` (${days.map((day) => weekdayName(day, locale, "short")).join(", ")})`;
  const spans = plan.hours.map(({ from, to, days }) => `${from}–${to}${daysText(days)}`).join(", ");
  const sentences = [
    t("plan.does", { setting: settingText(say, acWord(plan)) }),
    spans === "" ? t("hours.always") : t("plan.hours", { spans }),
    plan.minSoc !== null && t("plan.charge", { charge: formatQuantityText(plan.minSoc, "percent", locale) }),
  ].filter(Boolean);
  return <p className="og-flush">{sentences.join(" ")}</p>;
}

import type {
  AutoLoadProtection,
  LoadProtectionSetting,
} from "@offgrid/contract/load-protection/load-protection.calls";
import type { LoadProtection } from "@offgrid/contract/load-protection/load-protection.schema";
import { isOn } from "@offgrid/contract/commands/arbitrate";
import { outputMetric, type OutputTarget, outputValue } from "@offgrid/contract/devices/output-kinds";
import { useTranslation } from "react-i18next";

import { formatQuantityText } from "../../../core/format.ts";
import { Async, quiet } from "../../../ui/async.tsx";
import { Section } from "../../../ui/section.tsx";
import { sayFailure, sayUndo } from "../../../ui/toast.tsx";
import { type Judge, useFreshness } from "../../../ui/use-freshness.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import { seenVersions } from "../configuration/configuration.data.ts";
import type { Seen } from "../configuration/setting-draft.ts";
import { measuredOutputs } from "../outputs/measured-outputs.ts";
import type { TabProps } from "../tabs/container-tabs.ts";
import { DryRun } from "./dry-run.tsx";
import { Does, LoadProtectionForm } from "./load-protection.form.tsx";
import { saveProtection, useMaySetProtection, useProtectionNow, useProtectionSetting } from "./load-protection.data.ts";
import { ProtectionStanding } from "./protection-standing.tsx";

/** Which loads are cut before the battery is empty: what protection does now, and its setting for those who may change it. */
export function LoadProtectionSection({ info, now }: TabProps) {
  const { t } = useTranslation("load-protection");
  const { containerId, status, zoneName } = info;
  const protection = useProtectionNow(containerId);
  return (
    <Section title={t("title")}>
      <p className="og-note">{t("why")}</p>
      <Async of={quiet(protection)} height={96}>
        {(known) => (
          <div className="og-stack">
            <ProtectionStanding protection={known} isAway={status !== "online"} now={now} zone={zoneName} />
            <Setting info={info} now={now} protection={known} />
          </div>
        )}
      </Async>
    </Section>
  );
}

interface SettingProps extends TabProps {
  protection: AutoLoadProtection;
}

function Setting({ info, now, protection }: SettingProps) {
  const { t } = useTranslation("load-protection");
  const { containerId, name, reserveSoc, zoneName } = info;
  const setting = useProtectionSetting(containerId);
  const targets = measuredOutputs(info).map(({ target }) => target);
  const judge = useFreshness();
  const mayChange = useMaySetProtection();
  const consequences = useConsequences(info, protection);
  if (targets.length === 0) return <p className="og-flush">{t("noLoads")}</p>;
  return (
    <Async of={quiet(setting)} height={480}>
      {(known) =>
        mayChange ? (
          <LoadProtectionForm
            container={name}
            setting={known.wanted?.setting ?? null}
            running={known.reported?.setting ?? null}
            targets={targets}
            isOn={(target) => hasPower(info, target as OutputTarget, now, judge)}
            reserveSoc={reserveSoc}
            obstacle={known.state === "trial" ? t("onTrial") : undefined}
            consequences={consequences}
            trial={(typed) => <DryRun containerId={containerId} zone={zoneName} setting={typed} />}
            seen={seenVersions(known)}
            onSave={(next, seen) => saveWithUndo(containerId, { known, seen }, next, t)}
          />
        ) : (
          <Current setting={known.reported?.setting ?? null} />
        )
      }
    </Async>
  );
}

/** Whether an output was read on; undefined: not known now. */
export function hasPower(
  { values, everyS }: Pick<TabProps["info"], "values" | "everyS">,
  target: OutputTarget,
  now: number,
  judge: Judge,
): boolean | undefined {
  const at = values[outputMetric(target)]?.at;
  const value = outputValue(target, (metric) => values[metric]?.value);
  const isKnown = at !== undefined && judge(Date.parse(at), everyS, now) !== "stale";
  return isKnown && value !== undefined ? isOn(value) : undefined;
}

async function saveWithUndo(
  containerId: string,
  { known, seen }: { known: LoadProtectionSetting; seen: Seen },
  setting: LoadProtection,
  t: (key: "saved" | "notUndone") => string,
): Promise<void> {
  const own = await saveProtection(containerId, setting, seen);
  const before = known.wanted?.setting ?? { ...setting, enabled: false };
  sayUndo(t("saved"), () => void saveProtection(containerId, before, own).catch(() => sayFailure(t("notUndone"))));
}

/** What saving a setting comes to now: where the charge is, and when the controller learns of it. */
function useConsequences({ status }: Pick<TabProps["info"], "status">, { charge, cuts }: AutoLoadProtection) {
  const { t } = useTranslation("load-protection");
  const locale = useLocale();
  return (setting: LoadProtection): string[] => {
    const sentences: string[] = [];
    const value = charge ? formatQuantityText(charge.value, "percent", locale) : "";
    if (setting.enabled && charge && charge.value < setting.cutSoc)
      sentences.push(t("question.low", { charge: value }));
    if (!setting.enabled && cuts.length > 0) sentences.push(t("question.returns", { loads: cuts.length }));
    sentences.push(t(status === "online" ? "question.online" : "question.away"));
    return sentences;
  };
}

/** For those who may not change it. */
function Current({ setting }: { setting: LoadProtection | null }) {
  const { t } = useTranslation("load-protection");
  return setting ? <Does setting={setting} /> : <p className="og-flush">{t("now.none")}</p>;
}

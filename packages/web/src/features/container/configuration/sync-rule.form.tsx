import { Alert, Checkbox, NativeSelect } from "@mantine/core";
import type { ContainerSetting, SyncRule } from "@offgrid/contract/configuration/config-sync.calls";
import { type SubmitEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import { durationText } from "@offgrid/contract/core/duration-text";
import { missing } from "../../../core/format.ts";
import { formatTime } from "../../../core/time.ts";
import { useSectionName } from "../../../domain/configuration/config-words.ts";
import { FormFoot } from "../../../ui/form-foot.tsx";
import { useAct } from "../../../ui/use-act.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import type { SyncRuleInput } from "./sync.data.ts";

export interface SyncRuleFormProps {
  setting: ContainerSetting;
  zone: string;
  mayChange: boolean;
  onSave: (rule: SyncRuleInput) => Promise<unknown>;
}

const directions = ["ask", "controllerToPortal", "portalToController"] as const;
const waits = [15, 60, 360, 1440];

/** What is done by itself about values that were changed on site. */
export function SyncRuleForm({ setting, zone, mayChange, onSave }: SyncRuleFormProps) {
  const { t } = useTranslation("config-sync");
  const { syncRule } = setting;
  const before = {
    direction: syncRule.direction ?? ("ask" as const),
    sections: syncRule.sections,
    everyMinutes: syncRule.everyMinutes,
  };
  const [typed, setTyped] = useState<Partial<typeof before>>({});
  const save = useAct(onSave);
  const rule = { ...before, ...typed };
  // A rule that has stopped is saved as it is by whoever stands for it from now on.
  const isDirty = syncRule.stoppedAt !== null || JSON.stringify(rule) !== JSON.stringify(before);
  const isEmpty = rule.direction !== "ask" && rule.sections.length === 0;
  const type = (change: Partial<typeof before>) => {
    setTyped({ ...typed, ...change });
    save.forget();
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const direction = rule.direction === "ask" ? null : rule.direction;
    if (await save.run({ ...rule, direction })) setTyped({});
  };
  const by = <RuleAuthor rule={syncRule} zone={zone} />;
  if (!mayChange)
    return (
      <>
        <p>{t(`rule.${before.direction}`)}</p>
        {by}
      </>
    );
  return (
    <form className="og-stack og-mid" noValidate onSubmit={(event) => void submit(event)}>
      <p className="og-note">{t("rule.why")}</p>
      {by}
      <NativeSelect
        label={t("rule.direction")}
        value={rule.direction}
        data={directions.map((value) => ({ value, label: t(`rule.${value}`) }))}
        onChange={({ currentTarget: { value } }) =>
          type({ direction: directions.find((one) => one === value) ?? "ask" })
        }
      />
      {rule.direction !== "ask" && (
        <RuleDetails
          {...rule}
          names={[...new Set([...setting.sections.map(({ name }) => name), ...rule.sections])]}
          onChange={type}
        />
      )}
      <FormFoot
        send={t("rule.save")}
        done={t("rule.saved")}
        isDisabled={!isDirty || isEmpty}
        form={{ isDirty, isSending: save.isRunning, isDone: save.isDone && !isDirty, error: save.error }}
      />
    </form>
  );
}

/** Who stands for the rule, or that nobody does any more. */
function RuleAuthor({ rule: { by, stoppedAt }, zone }: { rule: SyncRule; zone: string }) {
  const { t } = useTranslation("config-sync");
  const locale = useLocale();
  if (!by) return null;
  const name = by.name ?? missing;
  if (stoppedAt === null) return <p className="og-note">{t("rule.by", { by: name })}</p>;
  const at = formatTime(Date.parse(stoppedAt), "dateTime", zone, locale);
  return (
    <Alert color="yellow" variant="light">
      {t("rule.stopped", { by: name, at })}
    </Alert>
  );
}

interface RuleDetailsProps {
  sections: string[];
  everyMinutes: number;
  /** Sections that there are to choose from. */
  names: readonly string[];
  onChange: (change: { sections?: string[]; everyMinutes?: number }) => void;
}

/** What a rule that acts by itself is about, and when it does. */
function RuleDetails({ sections, everyMinutes, names, onChange }: RuleDetailsProps) {
  const { t } = useTranslation("config-sync");
  const locale = useLocale();
  const sectionName = useSectionName();
  const choices = [...new Set([...waits, everyMinutes])].sort((one, other) => one - other);
  return (
    <>
      <Checkbox.Group
        label={t("rule.sections")}
        value={sections}
        error={sections.length === 0 && t("rule.noSection")}
        onChange={(chosen) => onChange({ sections: chosen })}
      >
        <div className="og-close-stack">
          {names.map((name) => (
            <Checkbox key={name} value={name} label={sectionName(name)} />
          ))}
        </div>
      </Checkbox.Group>
      <NativeSelect
        label={t("rule.wait")}
        description={t("rule.waitWhy")}
        value={String(everyMinutes)}
        data={choices.map((minutes) => ({ value: String(minutes), label: durationText(minutes * 60, locale) }))}
        onChange={(event) => onChange({ everyMinutes: Number(event.currentTarget.value) })}
      />
    </>
  );
}

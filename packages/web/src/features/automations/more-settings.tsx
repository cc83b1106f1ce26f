import { NativeSelect } from "@mantine/core";
import type { Automation } from "@offgrid/contract/automations/automations.schema";
import { useTranslation } from "react-i18next";

import { columns } from "../../ui/columns.ts";
import { withOptional } from "./automation-input.ts";
import type { Editing } from "./editing.ts";
import { NumberField } from "../../ui/number-field.tsx";

interface Props {
  automation: Automation;
  edit: Editing;
  onChange: (automation: Automation) => void;
}

const unknowns = { keep: ["as_before", "assume_true", "assume_false"], run: ["stop", "assume_true", "assume_false"] };

/** What most automations leave as it is. */
export function MoreSettings({ automation, edit, onChange }: Props) {
  const { t } = useTranslation("automations");
  const { kind, priority, unknown } = automation;
  const hasFault = ["priority", "quietSeconds", "maxRunsPerDay"].some((path) => edit.faultAt(path) !== undefined);
  return (
    <details className="og-details" {...(hasFault && { open: true })}>
      <summary>{t("more.title")}</summary>
      <div className="og-grid og-mid og-top" style={columns(220)}>
        <NativeSelect
          label={t("more.unknown")}
          value={unknown}
          data={unknowns[kind].map((one) => ({ value: one, label: t(`more.unknowns.${one as typeof unknown}`) }))}
          onChange={(event) => onChange({ ...automation, unknown: event.currentTarget.value } as Automation)}
        />
        <NumberField
          label={t("more.priority")}
          description={t("more.priorityHelp")}
          value={priority}
          error={edit.faultAt("priority")}
          onChange={(next = Number.NaN) => onChange({ ...automation, priority: next })}
        />
        {automation.kind === "run" && (
          <>
            <NativeSelect
              label={t("more.mode")}
              value={automation.mode}
              data={(["single", "restart"] as const).map((one) => ({ value: one, label: t(`more.modes.${one}`) }))}
              onChange={(event) => onChange({ ...automation, mode: event.currentTarget.value as "single" })}
            />
            <NativeSelect
              label={t("more.missed")}
              value={automation.missed}
              data={(["skip", "run_once"] as const).map((one) => ({ value: one, label: t(`more.misses.${one}`) }))}
              onChange={(event) => onChange({ ...automation, missed: event.currentTarget.value as "skip" })}
            />
            <NumberField
              label={t("more.quiet")}
              value={automation.quietSeconds}
              isOptional
              factor={60}
              error={edit.faultAt("quietSeconds")}
              onChange={(next) => onChange(withOptional(automation, "quietSeconds", next))}
            />
            <NumberField
              label={t("more.maxRuns")}
              value={automation.maxRunsPerDay}
              isOptional
              error={edit.faultAt("maxRunsPerDay")}
              onChange={(next) => onChange(withOptional(automation, "maxRunsPerDay", next))}
            />
          </>
        )}
      </div>
    </details>
  );
}

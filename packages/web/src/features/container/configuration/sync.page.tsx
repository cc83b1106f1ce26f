import type { ContainerSetting } from "@offgrid/contract/configuration/config-sync.calls";
import { useTranslation } from "react-i18next";

import { formatTime } from "../../../core/time.ts";
import { Async, quiet } from "../../../ui/async.tsx";
import { Section } from "../../../ui/section.tsx";
import { useLocale } from "../../../ui/use-locale.ts";
import type { TabProps } from "../tabs/container-tabs.ts";
import { StateNote } from "./config-status.tsx";
import { useMayConfigure } from "./configuration.data.ts";
import { SyncDifferences } from "./sync-differences.tsx";
import { SyncRuleForm } from "./sync-rule.form.tsx";
import { SyncSections } from "./sync-sections.tsx";
import { applySync, previewSync, saveSyncRule, useContainerSetting } from "./sync.data.ts";

/** What portal and controller each have of a container's settings, and what a person does where they differ. */
export function SyncTab({ info }: TabProps) {
  const { t } = useTranslation(["config-sync", "configuration"]);
  const { containerId, zoneName } = info;
  const setting = useContainerSetting(containerId);
  const mayChange = useMayConfigure();
  return (
    <Async of={quiet(setting)} height={640}>
      {(known) => (
        <div className="og-stack">
          <Section title={t("configuration:status")}>
            <div className="og-close-stack">
              <span className="og-strong" role="status">
                {t(`configuration:state.${known.state}`)}
              </span>
              <SinceNote setting={known} zone={zoneName} />
              <StateNote configuration={known} zone={zoneName} />
            </div>
          </Section>
          {known.differences.length > 0 && (
            <Section title={t("differences")}>
              <SyncDifferences
                key={`${known.wanted?.version} ${known.reported?.version}`}
                setting={known}
                mayChange={mayChange && known.state !== "trial"}
                onPreview={(question) => previewSync(containerId, question)}
                onApply={(question, preview) => applySync(containerId, question, preview)}
              />
            </Section>
          )}
          {known.sections.length > 0 && (
            <Section title={t("sections")}>
              <SyncSections setting={known} zone={zoneName} />
            </Section>
          )}
          <Section title={t("rule.title")}>
            <SyncRuleForm
              key={known.syncRule.at}
              setting={known}
              zone={zoneName}
              mayChange={mayChange}
              onSave={(rule) => saveSyncRule(containerId, rule)}
            />
          </Section>
        </div>
      )}
    </Async>
  );
}

interface SettingProps {
  setting: ContainerSetting;
  zone: string;
}

function SinceNote({ setting, zone }: SettingProps) {
  const { t } = useTranslation("config-sync");
  const locale = useLocale();
  if (setting.state !== "in_sync" || setting.inSyncSince === null) return null;
  const at = formatTime(Date.parse(setting.inSyncSince), "dateTime", zone, locale);
  return <p className="og-note og-flush">{t("since", { at })}</p>;
}

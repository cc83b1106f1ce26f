import type { ConfigDoc } from "@offgrid/contract/configuration/config-doc";
import type { ContainerSetting } from "@offgrid/contract/configuration/config-sync.calls";
import { useTranslation } from "react-i18next";

import { missing } from "../../../core/format.ts";
import { formatTime } from "../../../core/time.ts";
import { useSectionName } from "../../../domain/configuration/config-words.ts";
import { Async, quiet } from "../../../ui/async.tsx";
import { Section } from "../../../ui/section.tsx";
import { useLocale } from "../../../ui/use-locale.ts";
import type { TabProps } from "../tabs/container-tabs.ts";
import { StateNote } from "./config-status.tsx";
import { useMayConfigure } from "./configuration.data.ts";
import { SyncDifferences } from "./sync-differences.tsx";
import { SyncRuleForm } from "./sync-rule.form.tsx";
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
              <Sections setting={known} zone={zoneName} />
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

/** Each section with who changed it last on either side. */
function Sections({ setting, zone }: SettingProps) {
  const { t } = useTranslation("config-sync");
  const locale = useLocale();
  const sectionName = useSectionName();
  const count = (doc: ConfigDoc | undefined, name: string) => Object.keys(doc?.[name] ?? {}).length;
  const time = (at: string) => formatTime(Date.parse(at), "dateTime", zone, locale);
  return (
    <ul className="og-plain-list og-stack">
      {setting.sections.map(({ name, differing, wantedChange, reportedChangeAt }) => (
        <li key={name}>
          <div className="og-wrap">
            <span className="og-strong">{sectionName(name)}</span>
            <span className="og-note">{differing === 0 ? t("same") : t("differing", { count: differing })}</span>
          </div>
          <p className="og-note og-flush">
            {t("here", { count: count(setting.wanted?.doc, name) })}{" "}
            {wantedChange &&
              (wantedChange.by
                ? t("changedBy", { at: time(wantedChange.at), by: wantedChange.by.name ?? missing })
                : t("takenOver", { at: time(wantedChange.at) }))}
          </p>
          <p className="og-note og-flush">
            {t("there", { count: count(setting.reported?.doc, name) })}{" "}
            {reportedChangeAt !== null && t("changedThere", { at: time(reportedChangeAt) })}
          </p>
        </li>
      ))}
    </ul>
  );
}

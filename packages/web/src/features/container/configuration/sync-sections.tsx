import type { ConfigDoc } from "@offgrid/contract/configuration/config-doc";
import type { ContainerSetting } from "@offgrid/contract/configuration/config-sync.calls";
import { useTranslation } from "react-i18next";

import { missing } from "../../../core/format.ts";
import { formatTime } from "../../../core/time.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import { useSectionName } from "../../../domain/configuration/config-words.ts";

interface SettingProps {
  setting: ContainerSetting;
  zone: string;
}

/** The sections of a setting, those that differ before those that do not. */
export function SyncSections({ setting, zone }: SettingProps) {
  const differing = setting.sections.filter((section) => section.differing > 0);
  return (
    <>
      <Sections setting={setting} zone={zone} sections={differing} />
      <SameSections setting={setting} zone={zone} />
    </>
  );
}

/** Those in which nothing differs, by name; who changed them last is there for whoever asks. */
function SameSections({ setting, zone }: SettingProps) {
  const { t } = useTranslation("config-sync");
  const sectionName = useSectionName();
  const same = setting.sections.filter(({ differing }) => differing === 0);
  if (same.length === 0) return null;
  const names = same.map(({ name }) => sectionName(name)).join(", ");
  return (
    <details className="og-details">
      <summary>{t("sameSections", { names })}</summary>
      <div className="og-before">
        <Sections setting={setting} zone={zone} sections={same} />
      </div>
    </details>
  );
}

/** Each of these sections with who changed it last on either side. */
function Sections({ setting, zone, sections }: SettingProps & Pick<ContainerSetting, "sections">) {
  const { t } = useTranslation("config-sync");
  const locale = useLocale();
  const sectionName = useSectionName();
  const count = (doc: ConfigDoc | undefined, name: string) => Object.keys(doc?.[name] ?? {}).length;
  const time = (at: string) => formatTime(Date.parse(at), "dateTime", zone, locale);
  if (sections.length === 0) return null;
  return (
    <ul className="og-plain-list og-stack">
      {sections.map(({ name, differing, wantedChange, reportedChangeAt }) => (
        <li key={name}>
          <div className="og-wrap">
            <span className="og-strong">{sectionName(name)}</span>
            {differing > 0 && <span className="og-note">{t("differing", { count: differing })}</span>}
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

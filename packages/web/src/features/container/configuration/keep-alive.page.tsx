import type { ConfigSection } from "@offgrid/contract/configuration/config-doc";
import { useTranslation } from "react-i18next";

import { exactDurationText } from "../../../core/duration.ts";
import { formatQuantityText } from "../../../core/format.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import type { TabProps } from "../tabs/container-tabs.ts";
import { ConfigurationTab } from "./configuration-tab.tsx";
import { OfflineSettingSection } from "./offline-setting.section.tsx";
import { bytesPerDay, noticedAfterS } from "./data-price.ts";

/** How often a container sends, and how soon a lost link is noticed. */
export function KeepAliveTab(props: TabProps) {
  const count = Object.keys(props.info.values).length;
  return (
    <div className="og-stack">
      <ConfigurationTab
        {...props}
        name="keepAlive"
        consequence={(section) => <Consequence section={section} count={count} />}
      />
      <OfflineSettingSection containerId={props.info.containerId} />
    </div>
  );
}

function Consequence({ section, count }: { section: ConfigSection; count: number }) {
  const { t } = useTranslation("configuration");
  const locale = useLocale();
  const [frames, link] = [Number(section.frameSeconds), Number(section.linkSeconds)];
  return (
    <p role="status">
      {t("consequence", {
        data: formatQuantityText(bytesPerDay(frames, link, count), "B", locale),
        after: exactDurationText(noticedAfterS(link), locale),
      })}
    </p>
  );
}

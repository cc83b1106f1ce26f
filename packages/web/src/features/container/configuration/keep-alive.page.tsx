import type { ConfigSection } from "@offgrid/contract/configuration/config-doc";
import { useTranslation } from "react-i18next";

import { exactDurationText } from "../../../core/duration.ts";
import { formatQuantityText } from "../../../core/format.ts";
import { bundleShareText } from "../../../domain/sim-cards/budget-words.ts";
import { type DataBudget, useSimCard } from "../../../domain/sim-cards/sim-cards.data.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import type { TabProps } from "../tabs/container-tabs.ts";
import { ConfigurationTab } from "./configuration-tab.tsx";
import { LastArrivalsSection } from "./last-arrivals.section.tsx";
import { OfflineSettingSection } from "./offline-setting.section.tsx";
import { bytesPerDay, noticedAfterS } from "./data-price.ts";
import { KeepAlivePresets } from "./keep-alive-presets.tsx";

/** How often a container sends, and how soon a lost link is noticed. */
export function KeepAliveTab(props: TabProps) {
  const count = Object.keys(props.info.values).length;
  const budget = useSimCard(props.info.containerId).data?.budget;
  return (
    <div className="og-stack">
      <ConfigurationTab
        {...props}
        name="keepAlive"
        presets={(texts, choose) => <KeepAlivePresets texts={texts} count={count} onChoose={choose} />}
        consequence={(section) => <Consequence section={section} count={count} budget={budget} />}
      />
      <LastArrivalsSection containerId={props.info.containerId} everyS={props.info.everyS} zone={props.info.zoneName} />
      <OfflineSettingSection containerId={props.info.containerId} />
    </div>
  );
}

interface ConsequenceProps {
  section: ConfigSection;
  count: number;
  /** Undefined while it is not known. */
  budget: DataBudget | undefined;
}

function Consequence({ section, count, budget }: ConsequenceProps) {
  const { t } = useTranslation("configuration");
  const { t: say } = useTranslation("sim-card");
  const locale = useLocale();
  const [frames, link] = [Number(section.frameSeconds), Number(section.linkSeconds)];
  const aDay = bytesPerDay(frames, link, count);
  const bytes = aDay * (budget?.daysLeft ?? 0);
  const share = bundleShareText(bytes, budget, say, locale);
  return (
    <p role="status">
      {t("consequence", {
        data: formatQuantityText(aDay, "B", locale),
        after: exactDurationText(noticedAfterS(link), locale),
      })}{" "}
      {share !== undefined && `${say("untilRenewal", { data: formatQuantityText(bytes, "B", locale) })} ${share}`}
    </p>
  );
}

import { Async, quiet } from "../../../ui/async.tsx";
import { useIsLastKnown } from "../../../core/live/live.ts";
import { useSimCard } from "../../../domain/sim-cards/sim-cards.data.ts";
import type { TabProps } from "../tabs/container-tabs.ts";
import { SoftwareNow } from "./software-now.tsx";
import {
  askForUpgrade,
  loadOverBundle,
  useMayUpgrade,
  useNewestRelease,
  useUpgrades,
  withdrawUpgrade,
} from "./software.data.ts";
import { useWords } from "./upgrade-steps.tsx";

/** The program of a container's controller, and its upgrades. */
export function SoftwareTab({ info, now }: TabProps) {
  const { containerId, name, zoneName, status } = info;
  const upgrades = useUpgrades(containerId);
  const newest = useNewestRelease();
  const mayUpgrade = useMayUpgrade();
  const { t } = useWords(zoneName);
  const isAway = useIsLastKnown();
  const budget = useSimCard(containerId).data?.budget;
  return (
    <Async of={quiet(upgrades)} height={320}>
      {(known) => (
        <Async of={quiet(newest)} height={320}>
          {({ data: release }) => (
            <SoftwareNow
              container={name}
              upgrades={known}
              newest={release}
              lastKnown={isAway || status !== "online" ? t("lastKnown") : undefined}
              zone={zoneName}
              now={now}
              budget={budget}
              mayUpgrade={mayUpgrade}
              onUpgrade={(version, when) => askForUpgrade(containerId, version, when)}
              onWithdraw={withdrawUpgrade}
              onOverBundle={loadOverBundle}
            />
          )}
        </Async>
      )}
    </Async>
  );
}

import { Async, quiet } from "../../../ui/async.tsx";
import { useIsLastKnown } from "../../../core/live/live.ts";
import type { TabProps } from "../tabs/container-tabs.ts";
import { SoftwareNow } from "./software-now.tsx";
import { askForUpgrade, useMayUpgrade, useNewestRelease, useUpgrades, withdrawUpgrade } from "./software.data.ts";
import { useWords } from "./upgrade-steps.tsx";

/** The program of a container's controller, and its upgrades. */
export function SoftwareTab({ info, now }: TabProps) {
  const { containerId, name, zoneName, status } = info;
  const upgrades = useUpgrades(containerId);
  const newest = useNewestRelease();
  const mayUpgrade = useMayUpgrade();
  const { t } = useWords(zoneName);
  const isAway = useIsLastKnown();
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
              mayUpgrade={mayUpgrade}
              onUpgrade={(version, when) => askForUpgrade(containerId, version, when)}
              onWithdraw={withdrawUpgrade}
            />
          )}
        </Async>
      )}
    </Async>
  );
}

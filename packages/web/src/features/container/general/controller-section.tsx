import type { Command } from "@offgrid/contract/commands/commands.schema";
import { useTranslation } from "react-i18next";

import { useCurrentUser } from "../../../core/can/current-user.ts";
import { useLinkState } from "../../../core/live/live.ts";
import { isOpen } from "../../../domain/commands/command-facts.ts";
import { Async, quiet } from "../../../ui/async.tsx";
import { Section } from "../../../ui/section.tsx";
import { rebootController, useLastReboot, useMayReboot } from "../outputs/outputs.data.ts";
import { useContainerObstacle } from "../outputs/use-container-obstacle.ts";
import type { TabProps } from "../tabs/container-tabs.ts";
import { ControllerRestart } from "./controller-restart.tsx";

/** Restarts the controller of a container, and says what came of the last restart; nothing for those who may not. */
export function ControllerSection({ info, now }: TabProps) {
  const { t } = useTranslation("controller-part");
  const { containerId, name, zoneName } = info;
  const last = useLastReboot(containerId);
  const userId = useCurrentUser()?.id;
  const isAway = useLinkState() === "offline";
  const obstacle = useContainerObstacle(info, isAway, now);
  if (!useMayReboot()) return null;
  // A container that restarts is away for a while, which is no obstacle worth a word then.
  const blocked = (command: Command | null) => (command && isOpen(command) ? undefined : obstacle);
  return (
    <Section title={t("title")}>
      <p className="og-note">{t("why")}</p>
      <Async of={quiet(last)} height={80}>
        {({ last: command }) => (
          <ControllerRestart
            container={name}
            last={command}
            userId={userId}
            blocked={blocked(command)}
            now={now}
            zone={zoneName}
            onRestart={(reason) => rebootController(containerId, reason)}
          />
        )}
      </Async>
    </Section>
  );
}

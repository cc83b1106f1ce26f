import { outputMetric } from "@offgrid/contract/devices/output-kinds";
import { IconInfoCircle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { useCurrentUser } from "../../../core/can/current-user.ts";
import { useLinkState } from "../../../core/live/live.ts";
import { useSeconds } from "../../../core/live/tick.ts";
import { isOpen, readingOf, restsUntilMs } from "../../../domain/commands/command-facts.ts";
import { OutputCard } from "../../../domain/commands/output-card.tsx";
import { Async, quiet } from "../../../ui/async.tsx";
import { columns } from "../../../ui/columns.ts";
import { Section } from "../../../ui/section.tsx";
import { useHeldHeight } from "../../../ui/use-held-height.ts";
import type { TabProps } from "../tabs/container-tabs.ts";
import { expectedHeight } from "./expected-height.ts";
import { useContainerObstacle } from "./use-container-obstacle.ts";
import { setLock, setRelay, useMayControl, useOutputs } from "./outputs.data.ts";

/** The relays of a container with their switches and locks; nothing where it has none. */
export function OutputsSection({ info, now }: TabProps) {
  const { t } = useTranslation(["outputs", "command-words"]);
  const { containerId, name, values, zoneName, everyS, energy } = info;
  const outputs = useOutputs(containerId);
  const userId = useCurrentUser()?.id;
  const mayControl = useMayControl();
  const isAway = useLinkState() === "offline";
  const blocked = useContainerObstacle(info, isAway, now);
  const height = expectedHeight(info);
  // While something is under way or rests, seconds count.
  const isMoving =
    outputs.data?.some(({ last }) => (last !== null && isOpen(last)) || now < restsUntilMs(last)) ?? false;
  const seconds = useSeconds(isMoving);
  const held = useHeldHeight();
  if (outputs.data ? outputs.data.length === 0 : height === 0) return null;
  return (
    <Section title={t("title")}>
      <p className="og-note og-row og-top">
        <IconInfoCircle className="og-fixed" size={18} aria-hidden />
        {t(mayControl ? "command-words:lock.notTagging" : "seeOnly")}
      </p>
      {energy.level === "cut" && (
        <p className="og-note og-row og-top">
          <IconInfoCircle className="og-fixed" size={18} aria-hidden />
          {t("cut")}
        </p>
      )}
      <Async of={quiet(outputs)} height={height}>
        {(data) => (
          <ul className="og-plain-list og-grid og-mid og-top" style={columns(300)} aria-label={t("title")} ref={held}>
            {data.map((output) => (
              <li key={output.target}>
                <OutputCard
                  output={output}
                  container={name}
                  reading={readingOf(output, values[outputMetric(output.target)])}
                  everyS={everyS}
                  now={isMoving ? Math.max(now, seconds) : now}
                  zone={zoneName}
                  userId={userId}
                  blocked={blocked}
                  isCut={energy.level === "cut"}
                  isAway={isAway}
                  mayControl={mayControl}
                  onSet={(isOn) => setRelay(containerId, output.relay, isOn)}
                  onLock={(isLocked, reason) => setLock(containerId, output.relay, isLocked, reason)}
                />
              </li>
            ))}
          </ul>
        )}
      </Async>
    </Section>
  );
}

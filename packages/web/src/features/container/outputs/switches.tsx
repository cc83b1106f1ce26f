import type { ContainerOutput } from "@offgrid/contract/commands/commands.schema";
import { findOutput, outputMetric } from "@offgrid/contract/devices/output-kinds";
import type { ReactNode } from "react";

import { useCurrentUser } from "../../../core/can/current-user.ts";
import { useLinkState } from "../../../core/live/live.ts";
import { useSeconds } from "../../../core/live/tick.ts";
import { isOpen, readingOf, restsUntilMs } from "../../../domain/commands/command-facts.ts";
import { OutputCard } from "../../../domain/commands/output-card.tsx";
import { Async, quiet } from "../../../ui/async.tsx";
import { columns } from "../../../ui/columns.ts";
import { useHeldHeight } from "../../../ui/use-held-height.ts";
import type { TabProps } from "../tabs/container-tabs.ts";
import { OutputNaming } from "../output-names/name-button.tsx";
import { runInEmergency, setLock, setSwitch, useMayControl, useOutputs } from "./outputs.data.ts";
import { useContainerObstacle } from "./use-container-obstacle.ts";

interface SwitchesProps extends TabProps {
  kind: "relay" | "phase";
  /** Of the list. */
  title: string;
  /** While the outputs are being fetched, px. */
  height: number;
  /** What is measured behind an output. */
  measured?: (output: ContainerOutput) => ReactNode;
}

/** The outputs of one kind with their switches and locks. */
export function Switches({ info, now, kind, title, height, measured }: SwitchesProps) {
  const { containerId, name, values, zoneName, everyS, energy } = info;
  const outputs = useOutputs(containerId);
  const userId = useCurrentUser()?.id;
  const mayControl = useMayControl();
  const isAway = useLinkState() === "offline";
  const blocked = useContainerObstacle(info, isAway, now);
  // While something is under way or rests, seconds count.
  const isMoving =
    outputs.data?.some(({ last }) => (last !== null && isOpen(last)) || now < restsUntilMs(last)) ?? false;
  const seconds = useSeconds(isMoving);
  const held = useHeldHeight();
  return (
    <Async of={quiet(outputs)} height={height}>
      {(data) => (
        <ul className="og-plain-list og-grid og-mid og-top" style={inRows(data, kind)} aria-label={title} ref={held}>
          {ofKind(data, kind).map((output) => (
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
                naming={<OutputNaming info={info} target={output.target} />}
                onSet={(isOn) => setSwitch(containerId, output, isOn)}
                onEmergency={(minutes, reason) => runInEmergency(containerId, output.number, minutes, reason)}
                onLock={(isLocked, reason) => setLock(containerId, output, isLocked, reason)}
              >
                {measured?.(output)}
              </OutputCard>
            </li>
          ))}
        </ul>
      )}
    </Async>
  );
}

/** Four, as most containers have, stand two by two beside the menu, so that none is alone. */
function inRows(outputs: readonly ContainerOutput[], kind: "relay" | "phase") {
  return columns(ofKind(outputs, kind).length === 4 ? 380 : 300);
}

export function ofKind(outputs: readonly ContainerOutput[], kind: "relay" | "phase"): ContainerOutput[] {
  return outputs.filter(({ target }) => findOutput(target)?.kind === kind);
}

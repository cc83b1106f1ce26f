import type { AcStatus } from "@offgrid/contract/air-conditioning/air-conditioning.calls";
import type { ContainerInfoV4 } from "@offgrid/contract/containers/containers.schema";
import { acModes } from "@offgrid/contract/devices/ac-setting";
import { outputValue } from "@offgrid/contract/devices/output-kinds";
import { useTranslation } from "react-i18next";

import { useCurrentUser } from "../../../core/can/current-user.ts";
import { useLinkState } from "../../../core/live/live.ts";
import { Async, quiet } from "../../../ui/async.tsx";
import { Section } from "../../../ui/section.tsx";
import { OutputNaming } from "../output-names/name-button.tsx";
import { useContainerObstacle } from "../outputs/use-container-obstacle.ts";
import type { TabProps } from "../tabs/container-tabs.ts";
import { AcCard } from "./ac-card.tsx";
import { setAcLock, setNow, useAirConditioners, useMaySetAc } from "./ac.data.ts";

/** The air conditioner of a container as it is now, with its controls; nothing where it has none that can be set. */
export function AcNowSection({ info, now }: TabProps) {
  const { t } = useTranslation("air-conditioning");
  const { containerId, everyS, zoneName } = info;
  const units = useAirConditioners(containerId);
  const userId = useCurrentUser()?.id;
  const maySet = useMaySetAc();
  const isAway = useLinkState() === "offline";
  const blocked = useContainerObstacle(info, isAway, now);
  if (units.data && !units.data[0]?.control) return null;
  return (
    <Section title={t("title")}>
      {maySet && <p className="og-note">{t("byHand")}</p>}
      <Async of={quiet(units)} height={260}>
        {([unit]) => {
          const { control, ...measured } = unit ?? {};
          if (!control) return null;
          return (
            <AcCard
              control={withLive(control, info.values)}
              values={{ ...(measured as Omit<AcStatus, "control">), ...liveOf(info.values) }}
              everyS={everyS}
              now={now}
              zone={zoneName}
              userId={userId}
              blocked={blocked}
              maySet={maySet}
              naming={<OutputNaming info={info} target="ac" />}
              container={info.name}
              isAway={isAway}
              onLock={(isLocked, reason) => setAcLock(containerId, isLocked, reason)}
              onSet={(setting) => setNow(containerId, setting)}
            />
          );
        }}
      </Async>
    </Section>
  );
}

type Values = ContainerInfoV4["values"];

/** Live values are those of the last answer, or newer. */
function withLive(control: NonNullable<AcStatus["control"]>, values: Values): NonNullable<AcStatus["control"]> {
  const live = outputValue("ac", (metric) => values[metric]?.value);
  return typeof live === "string" ? { ...control, setting: live } : control;
}

type Measured = Omit<AcStatus, "id" | "control">;

function liveOf(values: Values): Partial<Measured> {
  const live = <Value,>(name: keyof Measured, valueOf: (value: number) => Value | undefined) => {
    const found = values[`ac.${name}`];
    const value = found && valueOf(found.value);
    return found && value !== undefined ? { [name]: { value, at: found.at } } : {};
  };
  const same = (value: number) => value;
  return {
    ...live("on", (value) => value !== 0),
    ...live("mode", (value) => acModes[value]),
    ...live("power", same),
    ...live("setpoint", same),
    ...live("temperature", same),
    ...live("fan", same),
  };
}

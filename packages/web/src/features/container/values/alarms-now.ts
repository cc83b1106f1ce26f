import { type BatteryAlarm, alarmsBeside, alarmsOf } from "@offgrid/contract/devices/battery-alarms";
import type { ContainerInfoV4 } from "@offgrid/contract/containers/containers.schema";

/**
 * What is wrong with the battery by the values that the page has, which are newer than the alarms of the list, but for what
 * an open warning looks at already.
 */
export function alarmsNow({
  values,
  everyS,
  openWarnings,
}: Pick<ContainerInfoV4, "values" | "everyS" | "openWarnings">): BatteryAlarm[] {
  return alarmsBeside(allAlarmsNow(values, everyS), openWarnings?.attributes);
}

/** The same with those. */
export function allAlarmsNow(values: ContainerInfoV4["values"], everyS: number): BatteryAlarm[] {
  const newestMs = Math.max(0, ...Object.values(values).map(({ at }) => Date.parse(at)));
  const latest = (metric: string) => {
    const found = values[metric];
    return found && ([found.value, Date.parse(found.at)] as const);
  };
  return alarmsOf(latest, newestMs, everyS);
}

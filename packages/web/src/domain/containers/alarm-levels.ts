import { coldDegC, hotDegC } from "@offgrid/contract/devices/battery-levels";
import { toTyped } from "@offgrid/contract/telemetry/shown-units";

import { shownUnit } from "../../core/format.ts";

/** For the words of alarms: the temperatures that they name. */
export const alarmLevels = () => ({
  hot: toTyped(hotDegC, "degC"),
  cold: toTyped(coldDegC, "degC"),
  symbol: shownUnit("degC", "en"),
});

import type { ContainerInfoV4 } from "@offgrid/contract/containers/containers.schema";
import { useTranslation } from "react-i18next";

import { useMetricLabel } from "../values/metric-words.ts";
import { openSwitches } from "./open-switches.ts";

/** That a part of the loads is switched off, and by which relays or phases; nothing where all of them have power, or none. */
export function SwitchedOff({ info, now }: { info: ContainerInfoV4; now: number }) {
  const { t } = useTranslation("container");
  const label = useMetricLabel();
  const open = openSwitches(info, now);
  return open.length === 0 ? null : <span>{t("partOff", { switches: open.map(label).join(", ") })}</span>;
}

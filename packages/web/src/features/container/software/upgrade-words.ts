import type { LocaleCode } from "@offgrid/contract/core/constants";
import {
  upgradeChargePercent,
  upgradeHoursToReserve,
  upgradeSignalDbm,
} from "@offgrid/contract/upgrades/upgrade-moves";
import type { ContainerUpgrade, UpgradeWait } from "@offgrid/contract/upgrades/upgrades.schema";
import type { TFunction, i18n } from "i18next";

import { formatQuantityText, missing } from "../../../core/format.ts";
import { formatTime } from "../../../core/time.ts";
import { dayText } from "../../../domain/sim-cards/budget-words.ts";

type Say = TFunction<"software">;

/** What words of an upgrade depend on. */
export interface Words {
  t: Say;
  i18n: Pick<i18n, "exists">;
  locale: LocaleCode;
  zone: string;
}

/** What an upgrade waits for, with how far off it is: "Charge 43 %: waits for 50 %". */
export function waitText(wait: UpgradeWait, { t, locale, zone }: Words): string {
  const { gate, percent, dbm, at, leftBytes, neededBytes, renewedOn } = wait;
  return t(`gate.${gate}`, {
    charge: formatQuantityText(percent, "percent", locale),
    least: formatQuantityText(upgradeChargePercent, "percent", locale),
    signal: formatQuantityText(dbm, "dBm", locale),
    leastSignal: formatQuantityText(upgradeSignalDbm, "dBm", locale),
    at: at === undefined ? missing : formatTime(Date.parse(at), "dateTime", zone, locale),
    hours: upgradeHoursToReserve,
    left: formatQuantityText(leftBytes, "B", locale),
    needed: formatQuantityText(neededBytes, "B", locale),
    renewal: renewedOn === undefined ? missing : dayText(renewedOn, locale),
  });
}

/** Why an upgrade failed: in our words where we have them, else in those of the controller. */
export function reasonText(reason: string, { t, i18n: texts }: Words): string {
  const isKnown = /^[a-z0-9_]+$/.test(reason) && texts.exists(`software:reason.${reason}`);
  return isKnown ? t(`reason.${reason as "stalled"}`) : t("says", { reason });
}

/** The step at which an upgrade ended that did not succeed. */
export function failedStep({ startedAt, bootedAt }: ContainerUpgrade): "offered" | "loading" | "trial" {
  if (bootedAt !== null) return "trial";
  return startedAt === null ? "offered" : "loading";
}

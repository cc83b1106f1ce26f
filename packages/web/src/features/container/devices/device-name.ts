import { useTranslation } from "react-i18next";

import type { DeviceFacts } from "@offgrid/contract/devices/device-facts";

/** What a device is called: its kind and number, or the type that it gave itself. */
export function useDeviceName(facts: DeviceFacts | undefined, looseId?: string): string {
  const { t } = useTranslation(["devices", "container"]);
  if (!facts) return "";
  const { kind, number, device } = facts;
  if (device.id === looseId) return t("sensors");
  if (device.name !== undefined) return device.name;
  const name = kind ? t(`container:device.${kind}`) : device.type;
  return number === undefined ? name : t("numbered", { name, number });
}

import type { DeviceFacts } from "@offgrid/contract/devices/device-facts";
import { useTranslation } from "react-i18next";

import { Async, quiet } from "../../../ui/async.tsx";
import { DeviceSettingsForm } from "./device-settings.form.tsx";
import { saveDevice, useDeviceSetting, useKnownTypes, useMaySetDevices } from "./device-settings.data.ts";

/** What is set of a device, for those who may change it. */
export function DeviceSettings({ containerId, facts }: { containerId: string; facts: DeviceFacts }) {
  return useMaySetDevices() ? <OwnSettings containerId={containerId} facts={facts} /> : null;
}

function OwnSettings({ containerId, facts: { device, kind } }: { containerId: string; facts: DeviceFacts }) {
  const { t } = useTranslation("device-settings");
  const setting = useDeviceSetting(containerId, device.id);
  const types = useKnownTypes();
  const alike = (types.data ?? []).filter((type) => kind === undefined || type.kind === kind);
  return (
    <details className="og-details">
      <summary>{t("title")}</summary>
      <Async of={quiet(setting)} height={240}>
        {(known) => (
          <DeviceSettingsForm
            setting={known}
            types={alike}
            onSave={(changes) => saveDevice(containerId, known, changes)}
          />
        )}
      </Async>
    </details>
  );
}

import type { Device } from "@offgrid/contract/devices/device.schema";
import { findDeviceKind } from "@offgrid/contract/devices/device-kinds";
import { useTranslation } from "react-i18next";

import { columns } from "../../../ui/columns.ts";
import { kindIcons } from "../devices/device-kinds.ts";
import styles from "./device-card.module.css";

/** The equipment that the controller announced. */
export function DeviceCard({ devices }: { devices: readonly Device[] }) {
  const { t } = useTranslation("container");
  return (
    <section className="og-card" aria-labelledby="container-devices">
      <h2 className="og-title og-ends og-after" id="container-devices">
        {t("devices.title")}
        {devices.length > 0 && <span className="og-beside">{devices.length}</span>}
      </h2>
      {devices.length === 0 ? (
        <p className="og-quiet">{t("devices.none")}</p>
      ) : (
        <ul className="og-plain-list og-grid" style={columns(180, { gap: "0 16px" })}>
          {devices.map((device) => (
            <DeviceLine key={device.id} device={device} />
          ))}
        </ul>
      )}
    </section>
  );
}

function DeviceLine({ device }: { device: Device }) {
  const { t } = useTranslation("container");
  const { type, model, maker, software } = device;
  const kind = findDeviceKind(type);
  const Icon = kindIcons[kind ?? "other"];
  const about = [model ?? maker, software && t("devices.software", { version: software })].filter(Boolean);
  return (
    <li className={styles.line}>
      <Icon className="og-icon" size={20} aria-hidden />
      <span className="og-words og-anywhere">
        <span>{kind ? t(`device.${kind}`) : type}</span>
        {about.length > 0 && <span className="og-small">{about.join(" · ")}</span>}
      </span>
    </li>
  );
}

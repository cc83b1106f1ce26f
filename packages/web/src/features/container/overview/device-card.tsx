import type { Device } from "@offgrid/contract/containers/containers.schema";
import { useTranslation } from "react-i18next";

import cardStyles from "../../../ui/card.module.css";
import { kindIcons, kindOf } from "../device-kinds.ts";
import styles from "./device-card.module.css";

/** The equipment that the controller announced. */
export function DeviceCard({ devices }: { devices: readonly Device[] }) {
  const { t } = useTranslation("container");
  return (
    <section className={cardStyles.card} aria-labelledby="container-devices">
      <h2 className={styles.title} id="container-devices">
        {t("devices.title")}
        {devices.length > 0 && <span className={styles.count}>{devices.length}</span>}
      </h2>
      {devices.length === 0 ? (
        <p className={styles.none}>{t("devices.none")}</p>
      ) : (
        <ul className={styles.list}>
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
  const kind = kindOf(device);
  const Icon = kindIcons[kind ?? "other"];
  const about = [model ?? maker, software && t("devices.software", { version: software })].filter(Boolean);
  return (
    <li className={styles.line}>
      <Icon className={styles.icon} size={20} aria-hidden />
      <span className={styles.words}>
        <span>{kind ? t(`device.${kind}`) : type}</span>
        {about.length > 0 && <span className={styles.about}>{about.join(" · ")}</span>}
      </span>
    </li>
  );
}

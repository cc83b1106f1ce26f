import type { Device } from "@offgrid/contract/containers/containers.schema";
import {
  IconAirConditioning,
  IconBattery2,
  IconBulb,
  IconCpu,
  IconDroplet,
  IconEngine,
  IconPlugConnected,
  IconRouter,
  IconSolarPanel,
  IconSwitch2,
  IconTemperature,
  IconTransform,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import cardStyles from "../../ui/card.module.css";
import styles from "./device-card.module.css";

/** Kinds of devices that have a word and a sign; others show their own name. */
const icons = {
  solar_charger: IconSolarPanel,
  battery: IconBattery2,
  inverter: IconTransform,
  generator: IconEngine,
  alternator: IconEngine,
  grid_meter: IconPlugConnected,
  relay_board: IconSwitch2,
  street_light: IconBulb,
  air_conditioner: IconAirConditioning,
  tank: IconDroplet,
  temperature_sensor: IconTemperature,
  router: IconRouter,
};
type KnownType = keyof typeof icons;

function isKnown(type: string): type is KnownType {
  return Object.hasOwn(icons, type);
}

/** The equipment that the controller announced. */
export function DeviceCard({ devices }: { devices: readonly Device[] }) {
  const { t } = useTranslation("containers");
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
  const { t } = useTranslation("containers");
  const { type, model, maker, software } = device;
  const Icon = isKnown(type) ? icons[type] : IconCpu;
  const about = [model ?? maker, software && t("devices.software", { version: software })].filter(Boolean);
  return (
    <li className={styles.line}>
      <Icon className={styles.icon} size={20} aria-hidden />
      <span className={styles.words}>
        <span>{isKnown(type) ? t(`device.${type}`) : type}</span>
        {about.length > 0 && <span className={styles.about}>{about.join(" · ")}</span>}
      </span>
    </li>
  );
}

import type { Map as MapLibre } from "maplibre-gl";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import { useLocale } from "../../ui/use-locale.ts";
import styles from "./map.module.css";
import { nearestTown, type Town, townsOf } from "./nearest-town.ts";

export type TownMap = Pick<MapLibre, "getBounds" | "getCenter" | "getSource" | "querySourceFeatures" | "on" | "off">;

/** How far the nearest town is, where no town is in sight. */
export function TownNote({ map }: { map: TownMap }) {
  const { t } = useTranslation("map");
  const locale = useLocale();
  const [town, setTown] = useState<ReturnType<typeof nearestTown>>();
  useEffect(() => {
    // Close by, the map library keeps of a tile only what is near: what was seen on the way there is still true.
    const known = new Map<string, Town>();
    const look = () => {
      for (const one of townsOf(map)) known.set(`${one.name} ${one.position.join(" ")}`, one);
      setTown(townNear(map, [...known.values()]));
    };
    look();
    map.on("idle", look);
    return () => void map.off("idle", look);
  }, [map]);
  if (!town) return null;
  const digits = town.km < 10 ? 1 : 0;
  const km = new Intl.NumberFormat(locale, { style: "unit", unit: "kilometer", maximumFractionDigits: digits });
  return <div className={styles.town}>{t("nearTown", { distance: km.format(town.km), town: town.name })}</div>;
}

function townNear(map: TownMap, towns: readonly Town[]): ReturnType<typeof nearestTown> {
  const { lng, lat } = map.getCenter();
  const bounds = map.getBounds();
  return nearestTown(towns, {
    center: [lng, lat],
    contains: ([longitude, latitude]) => bounds.contains([longitude, latitude]),
  });
}

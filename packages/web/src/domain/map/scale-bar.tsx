import type { Map as MapLibre } from "maplibre-gl";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import { useLocale } from "../../ui/use-locale.ts";
import styles from "./map.module.css";
import { scaleFor } from "./scale.ts";

const mostPx = 110;

/** How far things are apart, at the middle of what is seen. */
export function ScaleBar({ map }: { map: MapLibre }) {
  const { t } = useTranslation("map");
  const locale = useLocale();
  const [scale, setScale] = useState(() => scaleOf(map));
  useEffect(() => {
    const look = () => setScale(scaleOf(map));
    look();
    map.on("move", look);
    return () => void map.off("move", look);
  }, [map]);
  const isFar = scale.metres >= 1_000;
  const text = new Intl.NumberFormat(locale, {
    style: "unit",
    unit: isFar ? "kilometer" : "meter",
  }).format(isFar ? scale.metres / 1_000 : scale.metres);
  return (
    <div className={styles.scale} style={{ width: Math.round(scale.px) }} role="img" aria-label={t("scale", { text })}>
      {text}
    </div>
  );
}

function scaleOf(map: Pick<MapLibre, "getCenter" | "getZoom">) {
  return scaleFor({ lat: map.getCenter().lat, zoom: map.getZoom(), mostPx });
}

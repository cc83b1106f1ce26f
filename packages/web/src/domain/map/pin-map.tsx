import { Button } from "@mantine/core";
import { IconMapPin, IconMapPinFilled } from "@tabler/icons-react";
import type { MapMouseEvent } from "maplibre-gl";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import { config } from "../../core/config.ts";
import { LandNote } from "./land-note.tsx";
import { useMapCanvas } from "./map-canvas.ts";
import { MapMarker } from "./map-marker.tsx";
import { MapWait } from "./map-wait.tsx";
import { MapTools } from "./map-tools.tsx";
import styles from "./map.module.css";
import type { PinMapProps } from "./pin-map.types.ts";
import { WheelHint } from "./wheel-hint.tsx";

const heightPx = 320;
/** Near enough to see where in a town or beside which road. */
const nearZoom = 8;

/** One place on the map: a click puts the pin there, or a button puts it in the middle. */
export function PinMap({ words, place, onPlace, onFailure }: PinMapProps & { onFailure: () => void }) {
  const { t } = useTranslation("map");
  const [frame, setFrame] = useState<HTMLDivElement | null>(null);
  const canvas = useMapCanvas(frame, { title: words.title, bounds: undefined });
  const { map, hasLand, hasFailed } = canvas;
  useEffect(() => {
    if (hasFailed) onFailure();
  }, [hasFailed, onFailure]);
  useEffect(() => {
    const put = ({ lngLat }: Pick<MapMouseEvent, "lngLat">) => {
      const { lat, lng } = lngLat.wrap();
      onPlace({ lat, long: lng });
    };
    map?.on("click", put);
    return () => void map?.off("click", put);
  }, [map, onPlace]);
  const [lat, long] = [place?.lat, place?.long];
  useEffect(() => {
    if (!map || lat === undefined || long === undefined || map.getBounds().contains([long, lat])) return;
    map.jumpTo({ center: [long, lat] });
  }, [map, lat, long]);
  const showAll = () =>
    map?.jumpTo(place ? { center: [place.long, place.lat], zoom: nearZoom } : { center: [20, 10], zoom: 1 });
  const putInMiddle = () => {
    const { lat: middle, lng } = map!.getCenter();
    onPlace({ lat: middle, long: lng });
  };
  return (
    <figure className="og-close-stack og-least og-flush" aria-busy={!hasLand}>
      <div className="og-line">
        <MapTools map={map} onShowAll={showAll} />
        <Button
          variant="default"
          size="compact-md"
          disabled={!map}
          leftSection={<IconMapPin size={18} aria-hidden />}
          onClick={putInMiddle}
        >
          {words.pin}
        </Button>
      </div>
      <div className={styles.frame} style={{ height: heightPx }}>
        <div className={styles.canvas} ref={setFrame} />
        {!hasLand && <MapWait />}
        {map && frame && <WheelHint frame={frame} />}
        {map && hasLand && place && (
          <MapMarker map={map} position={[place.long, place.lat]} anchor="bottom">
            <IconMapPinFilled className="og-danger" size={32} aria-hidden />
          </MapMarker>
        )}
      </div>
      <LandNote {...canvas} />
      <figcaption className="og-small">{[config.map.credit, t("credit")].filter(Boolean).join(" · ")}</figcaption>
    </figure>
  );
}

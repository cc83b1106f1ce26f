import type { GeoJSONSource, Map as MapLibre } from "maplibre-gl";
import { useEffect, useMemo } from "react";

import { positionOf } from "./bubbles.ts";
import type { MapGroup } from "./fleet-map.types.ts";
import { MapMarker } from "./map-marker.tsx";
import { outlineData } from "./mark-style.ts";
import styles from "./map.module.css";
import { outlineAround } from "./outline.ts";
import type { Position } from "./projection.ts";

/** A dashed line around each group, with its name above. */
export function GroupOutlines({ map, groups, zoom }: { map: MapLibre; groups: readonly MapGroup[]; zoom: number }) {
  const outlined = useMemo(
    () =>
      groups
        .map(({ id, name, containers }) => ({ id, name, outline: outlineAround(containers.map(positionOf), zoom) }))
        .filter(({ outline }) => outline.length > 0),
    [groups, zoom],
  );
  useEffect(() => {
    void map.getSource<GeoJSONSource>("groups")?.setData(outlineData(outlined.map(({ outline }) => outline)));
  }, [map, outlined]);
  return outlined.map(({ id, name, outline }) => (
    <MapMarker key={id} map={map} position={topOf(outline)} anchor="bottom">
      <span className={styles.groupName} title={name}>
        {name}
      </span>
    </MapMarker>
  ));
}

/** The northernmost corner. */
function topOf(outline: readonly Position[]): Position {
  return outline.reduce((top, corner) => (corner[1] > top[1] ? corner : top));
}

import type { GeoJSONSource, Map as MapLibre } from "maplibre-gl";
import { useEffect, useMemo } from "react";

import { nameWidth, seenBox } from "./bubble-marker.tsx";
import { type Bounds, positionOf } from "./bubbles.ts";
import type { MapGroup } from "./fleet-map.types.ts";
import { type Box, boxOfGroupName } from "./mark-labels.ts";
import { MapMarker } from "./map-marker.tsx";
import { enlarged } from "./mark-scale.ts";
import { outlineData } from "./mark-style.ts";
import styles from "./map.module.css";
import { outlineAround } from "./outline.ts";
import { type Position, toPixel, toPosition } from "./projection.ts";

export interface OutlinedGroup extends Pick<MapGroup, "id" | "name"> {
  outline: Position[];
  /** Where its name stands, and nothing else may. */
  box: Box;
  /** The middle of the lower edge of its name. */
  position: Position;
}

/** What is seen of the map; undefined: that is not known yet. */
type View = { zoom: number; exactZoom: number; seen: Bounds } | undefined;

/** What a name has around it: padding and a border on both sides. */
const besidePx = 10;

/** The outlines of groups at a zoom, and the places of their names. */
export function useOutlines(groups: readonly MapGroup[], view: View): readonly OutlinedGroup[] {
  return useMemo(() => {
    if (!view) return [];
    const { zoom, exactZoom, seen } = view;
    const widthOf = nameWidth();
    return groups.flatMap(({ id, name, containers }) => {
      const outline = outlineAround(containers.map(positionOf), zoom);
      if (outline.length === 0) return [];
      const top = toPixel(topOf(outline), exactZoom);
      const box = boxOfGroupName(top, widthOf(name) + besidePx, seenBox(seen, exactZoom));
      return { id, name, outline, box, position: toPosition([(box[0] + box[2]) / 2, box[3]], exactZoom) };
    });
  }, [groups, view]);
}

/** A dashed line around each group, with its name above. */
export function GroupOutlines({ map, outlined }: { map: MapLibre; outlined: readonly OutlinedGroup[] }) {
  useEffect(() => {
    void map.getSource<GeoJSONSource>("groups")?.setData(outlineData(outlined.map(({ outline }) => outline)));
  }, [map, outlined]);
  return outlined.map(({ id, name, position }) => (
    <MapMarker key={id} map={map} position={position} anchor="bottom">
      <span className={styles.groupName} style={enlarged} title={name}>
        {name}
      </span>
    </MapMarker>
  ));
}

/** The northernmost corner. */
function topOf(outline: readonly Position[]): Position {
  return outline.reduce((top, corner) => (corner[1] > top[1] ? corner : top));
}

import { lazy } from "react";

import { loadChunk } from "../../core/chunk.ts";
import { MapFrame } from "./map-frame.tsx";
import type { PinMapProps } from "./pin-map.types.ts";

const PinMap = lazy(() => loadChunk(() => import("./pin-map.tsx")).then(({ PinMap: loaded }) => ({ default: loaded })));

/** The place of the map with one pin, whose position can be typed beside it in any case. */
export function PinMapFrame(props: PinMapProps) {
  return (
    <MapFrame height={384} unavailable={props.words.unavailable}>
      {(onFailure) => <PinMap {...props} onFailure={onFailure} />}
    </MapFrame>
  );
}

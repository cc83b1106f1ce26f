import { Map as MapLibre, setWorkerUrl } from "maplibre-gl";
import "maplibre-gl/dist/maplibre-gl.css";
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url";
import { useEffect, useState } from "react";
import { expect, test } from "vitest";

import { render } from "../../testing/render.tsx";
import { MapPopup } from "./map-marker.tsx";

setWorkerUrl(workerUrl);

/** The map that was drawn last. */
let flown: MapLibre | undefined;

/** Of a phone: a card is not much narrower. */
const widthPx = 340;

function Phone({ isWhole = false, isFlying = false }: { isWhole?: boolean; isFlying?: boolean }) {
  const [frame, setFrame] = useState<HTMLDivElement | null>(null);
  const [map, setMap] = useState<MapLibre>();
  useEffect(() => {
    if (!frame) return undefined;
    const style = { version: 8 as const, sources: {}, layers: [] };
    const drawn = new MapLibre({ container: frame, style, center: [0, 0], zoom: 4, attributionControl: false });
    drawn.once("load", () => {
      if (isWhole) drawn.setMaxBounds(drawn.getBounds());
      // As a list does that shows a place: the map flies there while its card opens.
      if (isFlying) drawn.flyTo({ center: drawn.unproject([100, 220]), zoom: 7, duration: 400, essential: true });
      flown = drawn;
      setMap(drawn);
    });
    return () => drawn.remove();
  }, [frame, isWhole, isFlying]);
  return (
    <div ref={setFrame} style={{ width: widthPx, height: 440 }}>
      {map && <Card map={map} />}
    </div>
  );
}

/** At a place where there is room for a card neither on one side of it nor above it. */
function Card({ map }: { map: MapLibre }) {
  const { lng, lat } = map.unproject([100, 220]);
  const [position] = useState<[number, number]>([lng, lat]);
  return (
    <MapPopup map={map} position={position} onClose={() => {}}>
      <div style={{ width: 240 }}>Barcelos river station</div>
    </MapPopup>
  );
}

/** Is the card within the map on its left and its right, and as wide as its words? */
const edges = () => {
  const card = document.querySelector(".maplibregl-popup-content")?.getBoundingClientRect();
  const frame = document.querySelector(".maplibregl-map")!.getBoundingClientRect();
  return card && [card.left >= frame.left, card.right <= frame.right, card.width > 200];
};

test("on a phone the card of a place is whole: the map moves until there is room for it", async () => {
  await render(Phone, { width: 400 });
  await expect.poll(edges).toEqual([true, true, true]);
});

test("on a map that shows all that it has, and so cannot move, the card gives way", async () => {
  await render(() => <Phone isWhole />, { width: 400 });
  await expect.poll(edges).toEqual([true, true, true]);
});

test("a map that is on its way to a place arrives there, and its card is whole", async () => {
  await render(() => <Phone isFlying />, { width: 400 });
  await expect.poll(() => flown?.getZoom()).toBeCloseTo(7, 3);
  await expect.poll(edges).toEqual([true, true, true]);
});

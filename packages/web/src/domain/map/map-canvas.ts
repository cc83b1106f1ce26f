import { useComputedColorScheme } from "@mantine/core";
import "maplibre-gl/dist/maplibre-gl.css";
import { Map as MapLibre, setWorkerUrl } from "maplibre-gl";
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url";
import { useEffect, useState } from "react";
import type { Topology } from "topojson-client";
import worldUrl from "world-atlas/countries-110m.json?url";

import { config } from "../../core/config.ts";
import { closestZoom } from "./bubbles.ts";
import { type Land, toLand } from "./land.ts";
import { configuredStyle, ownStyle, readMapColors, schemePaint, withGroups } from "./map-style.ts";

// The library cannot find its worker in a bundle and would draw nothing, without a word.
setWorkerUrl(workerUrl);

export interface CanvasState {
  /** Absent until it is drawn for the first time. */
  map?: MapLibre;
  hasFailed: boolean;
}

/**
 * A map in an element, empty but for the world or the tiles of the configuration. It goes away with the element.
 * @param title What the map is called, for readers; the one of the first time holds.
 */
export function useMapCanvas(frame: HTMLElement | null, title: string): CanvasState {
  const [state, setState] = useState<CanvasState>({ hasFailed: false });
  const [firstTitle] = useState(title);
  const scheme = useComputedColorScheme("light");

  useEffect(() => {
    if (!frame) return undefined;
    let map: MapLibre | undefined;
    let isGone = false;
    const draw = async () => {
      const style = await chooseStyle(frame);
      if (isGone) return;
      const made = new MapLibre({
        container: frame,
        style,
        attributionControl: false,
        dragRotate: false,
        touchPitch: false,
        pitchWithRotate: false,
        renderWorldCopies: false,
        fadeDuration: 0,
        maxZoom: closestZoom,
        center: [20, 10],
        zoom: 1,
        // The wheel belongs to the page until the map is used.
        scrollZoom: false,
        locale: { "Map.Title": firstTitle },
      });
      map = made;
      made.touchZoomRotate.disableRotation();
      made.keyboard.disableRotation();
      frame.addEventListener("focusin", () => made.scrollZoom.enable());
      frame.addEventListener("focusout", () => made.scrollZoom.disable());
      // Tiles that cannot be had leave our own world visible; there is nothing to do about it here.
      made.on("error", () => {});
      // Not "load", which waits for tiles: those of others may never come.
      made.once("style.load", () => setState({ map: made, hasFailed: false }));
    };
    draw().catch(() => {
      if (!isGone) setState({ hasFailed: true });
    });
    return () => {
      isGone = true;
      setState({ hasFailed: false });
      map?.remove();
    };
  }, [frame, firstTitle]);

  const { map } = state;
  useEffect(() => {
    if (!map || !frame) return;
    const colors = readMapColors(frame);
    for (const [layer, property, color] of schemePaint) {
      if (map.getLayer(layer)) map.setPaintProperty(layer, property, colors[color]);
    }
  }, [map, frame, scheme]);
  return state;
}

async function chooseStyle(frame: HTMLElement) {
  const colors = readMapColors(frame);
  const style = (await configuredStyle(config.map)) ?? ownStyle(colors, await loadLand(), config.map.tileUrl);
  return withGroups(style, colors);
}

let land: Promise<Land> | undefined;

/** @throws Error when the drawing of the world cannot be fetched; the next call tries again. */
function loadLand(): Promise<Land> {
  land ??= fetch(worldUrl)
    .then(async (answer) => {
      if (!answer.ok) throw new Error(`The world answered ${answer.status}.`);
      return toLand((await answer.json()) as Topology);
    })
    .catch((error: unknown) => {
      land = undefined;
      throw error;
    });
  return land;
}

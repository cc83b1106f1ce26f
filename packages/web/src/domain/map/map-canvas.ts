import "maplibre-gl/dist/maplibre-gl.css";
import { LngLat, Map as MapLibre, setWorkerUrl } from "maplibre-gl";
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url";
import { useEffect, useState } from "react";

import { colorScheme, useColorScheme } from "../../core/color-scheme.ts";
import { config } from "../../core/config.ts";
import { readSession } from "../../core/api/session-cookies.ts";
import { currentLocale } from "../../core/i18n/locale.ts";
import { type Bounds, closestZoom } from "./bubbles.ts";
import { type Land, Retries, watchLand } from "./land-watch.ts";
import { loadMapFiles, type MapFiles, noMapFiles } from "./map.data.ts";
import { farthestIn, farthestZoom, keepWithin } from "./map-limits.ts";
import {
  configuredStyle,
  dotImage,
  type MapColors,
  ownStyle,
  readMapColors,
  schemePaint,
  townDot,
} from "./map-style.ts";
import { emptySpace, space, withMarks } from "./mark-style.ts";
import { zoomsMap } from "./wheel-zoom.ts";

// The library cannot find its worker in a bundle and would draw nothing, without a word.
setWorkerUrl(workerUrl);

export interface CanvasState {
  /** Absent until it can be moved and drawn upon. */
  map?: MapLibre;
  /** Is there something to see under what is drawn upon it, or has that been awaited long enough? */
  hasLand: boolean;
  land: Land;
  /** Asks at once for what is missing of the land. */
  retry?: () => void;
  hasFailed: boolean;
  /** What the portal has to draw it from, once it has answered. */
  files?: MapFiles;
}

const blank: CanvasState = { hasLand: false, land: "coming", hasFailed: false };
/** Marks wait for the land below them, but on a link that brings none, not longer than this. */
const longestWithoutLandMs = 5_000;
/** From no nearer than this are containers shown by themselves: closer, our own world has few names. */
const nearestFit = 8;
/** Around what is shown, for the marks at its edge with their names; less where that would leave no room. */
const [mostPaddingPx, paddingShare] = [76, 0.12];

/** How a view of some containers is chosen. */
export function fitting(frame: HTMLElement) {
  return { padding: Math.min(mostPaddingPx, frame.clientWidth * paddingShare), maxZoom: nearestFit };
}

export interface CanvasOptions {
  /** What the map is called, for readers. */
  title: string;
  /** What to show at first. */
  bounds: Bounds | undefined;
}

/**
 * A map in an element, empty but for the world or the tiles of the configuration. It goes away with the element.
 * @param options Those of the first time hold.
 */
export function useMapCanvas(frame: HTMLElement | null, options: CanvasOptions): CanvasState {
  const [state, setState] = useState(blank);
  const [first] = useState(options);
  const [drawn, setDrawn] = useState(0);
  const scheme = useColorScheme();

  useEffect(() => {
    if (!frame) return undefined;
    const gone = new AbortController();
    const onChange = (change: Partial<CanvasState>) => setState((before) => ({ ...before, ...change }));
    drawMap(frame, first, gone.signal, { onChange, onStale: () => setDrawn((count) => count + 1) }).catch(() => {
      if (!gone.signal.aborted) setState({ ...blank, hasFailed: true });
    });
    return () => {
      gone.abort();
      setState(blank);
    };
  }, [frame, first, drawn]);

  const { map, files } = state;
  const region = files?.region;
  useEffect(() => {
    if (!map || !frame) return;
    const colors = readMapColors(frame);
    for (const [layer, property, color] of schemePaint) {
      if (map.getLayer(layer)) map.setPaintProperty(layer, property, colors[color]);
    }
    if (region) void repaintRegion(map, scheme, colors);
  }, [map, frame, scheme, region]);
  return state;
}

interface CanvasEvents {
  onChange: (change: Partial<CanvasState>) => void;
  /** There is more to draw from than there was: it is to be drawn again. */
  onStale: () => void;
}

async function drawMap(
  frame: HTMLElement,
  { title, bounds }: CanvasOptions,
  gone: AbortSignal,
  { onChange, onStale }: CanvasEvents,
): Promise<void> {
  const found = await loadMapFiles();
  const files = found ?? noMapFiles;
  const style = await chooseStyle(frame, files);
  if (gone.aborted) return;
  const map = new MapLibre({
    container: frame,
    style,
    attributionControl: false,
    dragRotate: false,
    touchPitch: false,
    pitchWithRotate: false,
    renderWorldCopies: false,
    fadeDuration: 0,
    maxZoom: closestZoom,
    transformRequest: withSession,
    minZoom: farthestZoom,
    transformConstrain: ({ lng, lat }, zoom) => {
      const size = { width: frame.clientWidth, height: frame.clientHeight };
      const within = Math.min(closestZoom, Math.max(farthestIn(size), zoom));
      return { center: LngLat.convert(keepWithin([lng, lat], within, size)), zoom: within };
    },
    ...(bounds ? { bounds, fitBoundsOptions: fitting(frame) } : { center: [20, 10], zoom: 1 }),
    scrollZoom: false,
    locale: { "Map.Title": title },
  });
  gone.addEventListener("abort", () => map.remove());
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  const judgeWheel = (event: WheelEvent) =>
    zoomsMap(frame, event) ? map.scrollZoom.enable() : map.scrollZoom.disable();
  // Before the map's own listener, which is below.
  frame.addEventListener("wheel", judgeWheel, { signal: gone, capture: true, passive: true });
  // Listened for, or the library writes each to the console; what can be done about them is in watchLand.
  map.on("error", () => {});
  // Not "load", which waits for tiles: those of others may never come.
  map.once("style.load", () => {
    map.addImage(townDot, dotImage(), { sdf: true });
    map.addImage(space, emptySpace());
    onChange({ map, files });
    if (found) followLand(map, gone, onChange);
    else onChange({ hasLand: true, land: "missing", retry: awaitFiles(gone, onStale) });
  });
}

/** Keeps what is known of the land, which marks await for a while only. */
function followLand(map: MapLibre, gone: AbortSignal, onChange: CanvasEvents["onChange"]): void {
  const timer = setTimeout(() => onChange({ hasLand: true }), longestWithoutLandMs);
  gone.addEventListener("abort", () => clearTimeout(timer));
  const retry = watchLand(map, gone, (land) => {
    clearTimeout(timer);
    onChange({ hasLand: true, land });
  });
  onChange({ retry });
}

/** Asks again what the portal has to draw from, until it answers. */
function awaitFiles(gone: AbortSignal, onFound: () => void): () => void {
  const ask = async () => {
    const found = await loadMapFiles();
    if (gone.aborted) return;
    if (found) onFound();
    else retries.plan();
  };
  const retries = new Retries(() => void ask(), gone);
  retries.plan();
  return () => retries.now();
}

/** Streets have many colours: all of them are set again. */
async function repaintRegion(map: MapLibre, scheme: "light" | "dark", colors: MapColors): Promise<void> {
  const { regionLayers } = await import("./region-style.ts");
  for (const { id, paint } of regionLayers(scheme, colors, currentLocale)) {
    if (!map.getLayer(id)) continue;
    for (const [property, value] of Object.entries(paint ?? {}))
      map.setPaintProperty(id, property as never, value as never);
  }
}

/** Tiles of a region are for those who are signed in. */
function withSession(url: string) {
  const session = url.startsWith(`${location.origin}/map/region/`) ? readSession() : undefined;
  return session ? { url, headers: { "X-Auth-Token": session.token, "X-User-Id": session.userId } } : { url };
}

async function chooseStyle(frame: HTMLElement, files: MapFiles) {
  const colors = readMapColors(frame);
  const streets = files.region
    ? (await import("./region-style.ts")).regionLayers(colorScheme(), colors, currentLocale)
    : [];
  const { tileUrl } = config.map;
  const style = (await configuredStyle(config.map)) ?? ownStyle(colors, files, currentLocale, { tileUrl, streets });
  return withMarks(style, colors);
}

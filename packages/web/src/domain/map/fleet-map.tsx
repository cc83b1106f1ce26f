import { worstOpenWarning } from "@offgrid/contract/containers/open-warnings";
import { eventLevels } from "@offgrid/contract/notifications/notification-types";
import type { LngLatBoundsLike, Map as MapLibre } from "maplibre-gl";
import { useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { useCan } from "../../core/can/can.ts";
import { config } from "../../core/config.ts";
import {
  type Bounds,
  type Bubble,
  boundsOf,
  gather,
  isPlaced,
  type PlacedContainer,
  positionOf,
  renewed,
  spotsWithin,
  stateShares,
  standAlike,
  toBubbles,
} from "./bubbles.ts";
import { StatusMark } from "../containers/status-mark.tsx";
import { BubbleMarker, useLabels } from "./bubble-marker.tsx";
import type { FleetMapProps, MapFocus, MapGroup } from "./fleet-map.types.ts";
import { GroupOutlines, useOutlines } from "./group-outlines.tsx";
import { LandNote } from "./land-note.tsx";
import { LassoLayer } from "./lasso-layer.tsx";
import { type CanvasState, fitting, useMapCanvas } from "./map-canvas.ts";
import { enlargedBy } from "./mark-scale.ts";
import { MapPopup } from "./map-marker.tsx";
import { MapWait } from "./map-wait.tsx";
import { MapTools } from "./map-tools.tsx";
import { MapProblem } from "./map-problem.tsx";
import { PlaceMark } from "./place-mark.tsx";
import { ScaleBar } from "./scale-bar.tsx";
import { TownNote } from "./town-note.tsx";
import styles from "./map.module.css";
import { isInside, type Pixel } from "./projection.ts";
import { ContainerPopup } from "./container-popup.tsx";
import { WheelHint } from "./wheel-hint.tsx";

/**
 * The map comes no closer than this by itself: nearer, the towns and roads around that tell where one is are out of sight.
 * The containers of a bubble that parts later are listed.
 */
const openingZoom = 12;
const noGroups: readonly MapGroup[] = [];
/** Beyond the edges of what is seen, as a share of it: marks that a short drag brings in are there already. */
const aroundShare = 0.4;

/** What of the map is seen. */
interface View {
  /** Whole steps: bubbles change with them. */
  zoom: number;
  /** For what is measured on the screen, in its pixels as they are before marks are enlarged. */
  exactZoom: number;
  seen: Bounds;
  /** With something around what is seen. */
  bounds: Bounds;
}

/** Containers on the map: bubbles that split as one comes closer, outlines of groups, and a card per place. */
export function FleetMap({
  title,
  containers,
  height,
  groups = noGroups,
  selectedId,
  onSelect,
  focus,
  chosen,
  onChoose,
  onFailure,
  ...when
}: FleetMapProps & { onFailure: () => void }) {
  const { t } = useTranslation("map");
  const [frame, setFrame] = useState<HTMLDivElement | null>(null);
  const placed = useMemo(() => containers.filter(isPlaced), [containers]);
  const canvas = useMapCanvas(frame, { title, bounds: boundsOf(wantedOf(placed, focus)) });
  const { map, hasLand, hasFailed } = canvas;
  const view = useView(map);
  const bubbles = useBubbles(placed, view);
  const { outlined, labels } = useNames(map, bubbles, groups, view);
  const { card, open, close } = useCard(map, placed, { selectedId, onSelect });
  useCloseGathered(card, { bubbles, zoom: view?.exactZoom, close });
  const choice = useChoice(map, placed, onChoose);
  useEffect(() => (hasFailed ? onFailure() : undefined), [hasFailed, onFailure]);
  useFit(map, placed, focus);

  return (
    <figure className="og-close-stack og-least og-flush" aria-busy={!hasLand}>
      <MapTools map={map} onShowAll={() => fit(map, boundsOf(placed))} choosing={onChoose && choice} />
      <div className={styles.frame} style={{ height }}>
        <div className={styles.canvas} ref={setFrame} />
        {!hasLand && <MapWait />}
        {map && <Notes {...{ map, frame, hasLand }} />}
        {map && view && hasLand && (
          <>
            <GroupOutlines map={map} outlined={outlined} />
            {bubbles.map((bubble) => (
              <BubbleMarker
                key={bubble.key}
                map={map}
                bubble={bubble}
                named={labels.get(bubble.key)}
                isSelected={bubble.containers.length === 1 && bubble.containers[0]?.containerId === selectedId}
                isChosen={bubble.containers.every((container) => chosen?.has(container.containerId))}
                onOpen={() => open(bubble)}
              />
            ))}
            {card && (
              <MapPopup map={map} position={card.position} onClose={close}>
                <ContainerPopup {...when} containers={card.containers} />
              </MapPopup>
            )}
          </>
        )}
        {choice.isDrawing && <LassoLayer label={t("drawing")} onOutline={choice.onOutline} />}
      </div>
      <MapFoot containers={placed} canvas={canvas} />
    </figure>
  );
}

/** What lies over the map: its scale, where it is when nothing is named, and how it is zoomed. */
function Notes({ map, frame, hasLand }: { map: MapLibre; frame: HTMLElement | null; hasLand: boolean }) {
  return (
    <>
      <ScaleBar map={map} />
      {hasLand && <TownNote map={map} />}
      {frame && <WheelHint frame={frame} />}
    </>
  );
}

/** Where names stand: those of groups first, then those of marks beside them. */
function useNames(
  map: MapLibre | undefined,
  bubbles: readonly Bubble[],
  groups: readonly MapGroup[],
  view: Parameters<typeof useOutlines>[1],
) {
  const outlined = useOutlines(groups, view);
  return { outlined, labels: useLabels(map, bubbles, view?.exactZoom, view?.seen, outlined) };
}

/** The card over the map: of the container that is selected, else of the bubble that was opened. */
function useCard(
  map: MapLibre | undefined,
  placed: readonly PlacedContainer[],
  { selectedId, onSelect }: Pick<FleetMapProps, "selectedId" | "onSelect">,
) {
  const [opened, setOpened] = useState<Bubble>();
  const selected = placed.find((container) => container.containerId === selectedId);
  const card = selected
    ? { position: positionOf(selected), containers: [selected] }
    : opened && renewed(opened, placed);
  const close = () => {
    setOpened(undefined);
    onSelect?.(undefined);
  };
  const open = (bubble: Bubble) => {
    if (bubble.partsAt !== undefined && bubble.partsAt <= openingZoom) {
      comeCloser(map, bubble, bubble.partsAt);
      return;
    }
    setOpened(bubble);
    onSelect?.(bubble.containers.length === 1 ? bubble.containers[0]?.containerId : undefined);
  };
  return { card, open, close };
}

/** From farther away a place is gathered with others: its card would lie over the bubble that it is a part of. */
function useCloseGathered(
  card: { containers: readonly PlacedContainer[] } | undefined,
  { bubbles, zoom, close }: { bubbles: readonly Bubble[]; zoom: number | undefined; close: () => void },
) {
  const before = useRef(zoom);
  useEffect(() => {
    const isFarther = zoom !== undefined && before.current !== undefined && zoom < before.current;
    before.current = zoom;
    if (!card || !isFarther) return;
    const own = new Set(card.containers.map(({ containerId }) => containerId));
    const bubble = bubbles.find(({ containers }) => containers.some(({ containerId }) => own.has(containerId)));
    if (bubble && bubble.containers.length > own.size) close();
  }, [card, bubbles, zoom, close]);
}

/** Choosing the containers of an outline that is drawn, or those that are seen. */
function useChoice(map: MapLibre | undefined, placed: readonly PlacedContainer[], onChoose: FleetMapProps["onChoose"]) {
  const [isDrawing, setDrawing] = useState(false);
  const chooseWhere = (isWanted: (position: [number, number]) => boolean) =>
    onChoose?.(placed.filter((container) => isWanted(positionOf(container))).map((container) => container.containerId));
  return {
    isDrawing,
    onDraw: () => setDrawing(!isDrawing),
    onChooseInView: () => chooseWhere((position) => map?.getBounds().contains(position) ?? false),
    onOutline: (outline: readonly Pixel[]) => {
      setDrawing(false);
      chooseWhere((position) => {
        const { x, y } = map!.project(position);
        return isInside([x, y], outline);
      });
    },
  };
}

/** What the licence of its data asks for where an archive names nobody. */
const openStreetMap = "© OpenStreetMap";

/** What the marks that are on the map mean, and whom the map is from. */
function MapFoot({ containers, canvas }: { containers: readonly PlacedContainer[]; canvas: CanvasState }) {
  const { t } = useTranslation("map");
  const mayMend = useCan("getPortalSetting");
  const { files } = canvas;
  const region = files?.region && (files.region.attribution ?? openStreetMap);
  const problem = mayMend ? files?.problem : undefined;
  const shown = useMemo(() => stateShares(containers), [containers]);
  return (
    <figcaption className="og-small og-wrap og-ends og-loose">
      <ul className="og-plain-list og-wrap og-loose">
        {shown.map(({ state }) => (
          <li key={state}>
            <PlaceMark state={state} />
          </li>
        ))}
        {eventLevels.toReversed().map(
          (level) =>
            containers.some((one) => worstOpenWarning(one) === level) && (
              <li key={level}>
                <StatusMark state={level} />
              </li>
            ),
        )}
      </ul>
      <span>{[config.map.credit, region, t("credit")].filter(Boolean).join(" · ")}</span>
      <LandNote {...canvas} />
      {problem && <MapProblem {...problem} />}
    </figcaption>
  );
}

function useView(map: MapLibre | undefined): View | undefined {
  const [view, setView] = useState<View>();
  useEffect(() => {
    if (!map) return undefined;
    const look = () => {
      const bounds = map.getBounds();
      const zoom = map.getZoom() - enlargedBy(map);
      const [west, south, east, north] = [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()];
      const [wide, high] = [(east - west) * aroundShare, (north - south) * aroundShare];
      setView({
        zoom: Math.max(0, Math.round(zoom)),
        exactZoom: zoom,
        seen: [
          [west, south],
          [east, north],
        ],
        bounds: [
          [west - wide, south - high],
          [east + wide, north + high],
        ],
      });
    };
    look();
    map.on("moveend", look);
    return () => void map.off("moveend", look);
  }, [map]);
  return view;
}

/** What is drawn in a view. Containers that only report again keep their bubbles, which are not gathered again. */
function useBubbles(placed: readonly PlacedContainer[], view: View | undefined): Bubble[] {
  const [gathered, setGathered] = useState(() => ({ containers: placed, index: gather(placed) }));
  const isUpToDate = gathered.containers === placed || standAlike(gathered.containers, placed);
  const current = isUpToDate ? gathered : { containers: placed, index: gather(placed) };
  if (!isUpToDate) setGathered(current);
  const { index } = current;
  const spots = useMemo(() => (view ? spotsWithin(index, view.bounds, view.zoom) : []), [index, view]);
  return useMemo(() => toBubbles(spots, placed), [spots, placed]);
}

/** Shows all containers of a bubble, from so near that it parts. */
function comeCloser(map: MapLibre | undefined, { position, containers }: Bubble, partsAt: number) {
  const bounds = boundsOf(containers);
  const camera = bounds && map?.cameraForBounds(bounds, { padding: 80, maxZoom: openingZoom });
  map?.flyTo({ center: position, ...camera, zoom: Math.max(camera?.zoom ?? 0, partsAt + (map ? enlargedBy(map) : 0)) });
}

/** Shows everything at first, or what is asked for, and then what is asked for each time. */
function useFit(map: MapLibre | undefined, placed: readonly PlacedContainer[], focus: MapFocus | undefined): void {
  const shown = useRef<MapFocus | "all">(undefined);
  useEffect(() => {
    if (!map || placed.length === 0) return;
    const isFirst = shown.current === undefined;
    if (!isFirst && (!focus || shown.current === focus)) return;
    shown.current = focus ?? "all";
    fit(map, boundsOf(wantedOf(placed, focus)), isFirst ? { duration: 0 } : {});
  }, [map, focus, placed]);
}

/** What is to be shown: all that have a place, unless some of those that are asked for do. */
function wantedOf(placed: readonly PlacedContainer[], focus: MapFocus | undefined): readonly PlacedContainer[] {
  const wanted = placed.filter((container) => focus?.ids.includes(container.containerId));
  return wanted.length > 0 ? wanted : placed;
}

function fit(map: MapLibre | undefined, bounds: LngLatBoundsLike | undefined, options: { duration?: number } = {}) {
  if (bounds) map?.fitBounds(bounds, { ...fitting(map.getContainer()), ...options });
}

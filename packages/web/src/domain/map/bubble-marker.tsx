import { worstOpenWarning } from "@offgrid/contract/containers/open-warnings";
import type { GeoJSONSource, Map as MapLibre } from "maplibre-gl";
import { type CSSProperties, useEffect, useMemo } from "react";
import { useTranslation } from "react-i18next";

import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";

import { isNeverSeen } from "../containers/container-facts.ts";
import { WarnedMark } from "../containers/warned-mark.tsx";
import { stateWord } from "../energy-state/state-word.ts";
import { useEnergyWords } from "../energy-state/use-energy-words.ts";
import { BubbleMark, CornerMark, sizeOf } from "./bubble-mark.tsx";
import { type Bounds, type Bubble, type PlaceState, placeState, placeStates, stateShares } from "./bubbles.ts";
import {
  type Box,
  boxOfMark,
  type LabelSide,
  type Mark,
  type PlacedLabel,
  placeLabels,
  type Square,
  squaresAround,
  squaresOver,
} from "./mark-labels.ts";
import styles from "./map.module.css";
import { MapMarker } from "./map-marker.tsx";
import { enlarged, markScale } from "./mark-scale.ts";
import { spaceData } from "./mark-style.ts";
import { PlaceMark } from "./place-mark.tsx";
import { toPixel, toPosition } from "./projection.ts";

const singlePx = 28;

export interface BubbleMarkerProps {
  map: MapLibre;
  bubble: Bubble;
  /** Where the name of one alone stands; absent: there is no room for it. */
  named?: PlacedLabel | undefined;
  isSelected: boolean;
  isChosen: boolean;
  onOpen: () => void;
}

/** What stands at one place of the map, with its name where there is room for it. */
export function BubbleMarker({ map, named, ...bubble }: BubbleMarkerProps) {
  const { position, containers } = bubble.bubble;
  const [only] = containers;
  return (
    <MapMarker
      map={map}
      position={position}
      label={useWordsOf(containers)}
      rank={placeStates.length - rankOf(bubble.bubble)}
    >
      <BubbleButton {...bubble} />
      {named && only && <MarkLabel name={only.name} {...named} />}
    </MapMarker>
  );
}

/** Reached by pointer only: the list beside the map is the way of the keyboard. */
export function BubbleButton({
  bubble: { containers },
  isSelected,
  isChosen,
  onOpen,
}: Omit<BubbleMarkerProps, "map" | "named">) {
  const [only] = containers;
  const label = useWordsOf(containers);
  return (
    <button
      type="button"
      tabIndex={-1}
      style={enlarged}
      className={containers.length === 1 ? `${styles.place} ${styles.single} og-mark` : styles.place}
      data-state={containers.length === 1 && only ? placeState(only) : undefined}
      data-selected={isSelected || undefined}
      data-chosen={isChosen || undefined}
      aria-label={label}
      title={label}
      onClick={(event) => {
        event.stopPropagation();
        onOpen();
      }}
    >
      {containers.length === 1 && only ? (
        <>
          <PlaceMark state={placeState(only)} wordHidden />
          {only.warnings > 0 && (
            <CornerMark>
              <WarnedMark of={only} wordHidden />
            </CornerMark>
          )}
        </>
      ) : (
        <BubbleMark containers={containers} />
      )}
    </button>
  );
}

const [beside, middle] = [{ top: 5 }, { left: "50%", transform: "translateX(calc(-50% + var(--slid, 0px)))" }];
const [below, above] = [{ top: 31 }, { bottom: 31 }];
/** Within the square of the mark. */
const standing: Record<LabelSide, CSSProperties> = {
  right: { ...beside, left: 31 },
  left: { ...beside, right: 31 },
  below: { ...below, ...middle },
  above: { ...above, ...middle },
  "below-right": { ...below, left: 0 },
  "below-left": { ...below, right: 0 },
  "above-right": { ...above, left: 0 },
  "above-left": { ...above, right: 0 },
};

/** The name beside a mark; the mark itself says it to readers. */
export function MarkLabel({ name, side, slidPx, box: [left, , right] }: PlacedLabel & { name: string }) {
  const style = { ...enlarged, ...standing[side], maxWidth: right - left, "--slid": `${slidPx}px` } as CSSProperties;
  return (
    <span className={styles.label} data-side={side} style={style} aria-hidden>
      {name}
    </span>
  );
}

/** What a mark says to the eye: a container with its states in the words of every list, or how many are in which. */
function useWordsOf(containers: readonly ContainerRow[]): string {
  const { t } = useTranslation(["map", "container-facts", "energy-state"]);
  const [only] = containers;
  const words = useEnergyWords();
  const word = (state: PlaceState) => {
    return state === "offline" || state === "just_offline" || state === "never"
      ? t(`container-facts:status.${state}`)
      : stateWord(state, words);
  };
  if (containers.length === 1 && only) {
    const states = isNeverSeen(only)
      ? [word("never")]
      : [stateWord(only.energy.level, words), t(`container-facts:status.${only.status}`)];
    const worst = worstOpenWarning(only);
    const warned = worst ? [t(`container-facts:status.${worst}`)] : [];
    return t("mark", { name: only.name, states: [...states, ...warned].join(", ") });
  }
  const counts = stateShares(containers).map(({ state, count }) => t("share", { state: word(state), count }));
  return t("mark", { name: t("bubble", { count: containers.length }), states: counts.join(", ") });
}

/** The worst comes first. */
function rankOf({ containers }: Bubble): number {
  const worst = stateShares(containers)[0]?.state ?? "normal";
  return placeStates.indexOf(worst);
}

/** Which bubbles are named on which side at a zoom, with the map's own names kept away from marks, names and the edges of the picture. */
export function useLabels(
  map: MapLibre | undefined,
  bubbles: readonly Bubble[],
  zoom: number | undefined,
  seen: Bounds | undefined,
  groups: readonly { box: Box }[],
) {
  const marks = useMemo(
    () => (zoom === undefined ? [] : bubbles.map((bubble) => toMark(bubble, zoom))),
    [bubbles, zoom],
  );
  const kept = useMemo(() => [...groups.map(({ box }) => box), boxOfScale(boxOf(seen, zoom))], [groups, seen, zoom]);
  const labels = useMemo(() => placeLabels(marks, nameWidth(), boxOf(seen, zoom), kept), [marks, seen, zoom, kept]);
  useEffect(() => {
    const boxes = [...kept, ...marks.map(boxOfMark), ...[...labels.values()].map(({ box }) => box)];
    if (map && seen && zoom !== undefined)
      keepClear(map, [...boxes.flatMap(squaresOver), ...squaresAround(seenBox(seen, zoom), zoom)], zoom);
  }, [map, marks, labels, kept, seen, zoom]);
  return labels;
}

/** Where the scale lies over the map, with some room around it. */
function boxOfScale([left, , , bottom]: Box): Box {
  return [left, bottom - 34, left + 134, bottom];
}

function boxOf(seen: Bounds | undefined, zoom: number | undefined): Box {
  return !seen || zoom === undefined ? [0, 0, 0, 0] : seenBox(seen, zoom);
}

/** What is seen, in pixels of a zoom. */
export function seenBox(seen: Bounds, zoom: number): Box {
  const [[west, south], [east, north]] = seen;
  return [...toPixel([west, north], zoom), ...toPixel([east, south], zoom)];
}

function toMark(bubble: Bubble, zoom: number): Mark {
  const { key, position, containers } = bubble;
  const isOne = containers.length === 1;
  return {
    key,
    at: toPixel(position, zoom),
    sizePx: isOne ? singlePx : sizeOf(containers.length),
    rank: rankOf(bubble),
    ...(isOne && { name: containers[0]!.name }),
  };
}

function keepClear(map: MapLibre, squares: readonly Square[], zoom: number): void {
  const scale = markScale(map.getContainer());
  const spaces = squares.map(({ at, sizePx }) => ({ position: toPosition(at, zoom), sizePx: sizePx * scale }));
  void map.getSource<GeoJSONSource>("spaces")?.setData(spaceData(spaces));
}

let pen: CanvasRenderingContext2D | null | undefined;

/** Measures names in the font of the labels. */
export function nameWidth(): (name: string) => number {
  pen ??= document.createElement("canvas").getContext("2d");
  if (pen) pen.font = `600 12px "Inter Variable", sans-serif`;
  const paddingPx = 8;
  return (name) => (pen ? pen.measureText(name).width : name.length * 7) + paddingPx;
}

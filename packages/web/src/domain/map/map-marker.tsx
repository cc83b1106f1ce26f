import { type Map as MapLibre, Marker, Popup } from "maplibre-gl";
import { type ReactNode, useEffect, useState } from "react";
import { createPortal } from "react-dom";

import { overhang, type Position } from "./projection.ts";

export interface MapMarkerProps {
  map: MapLibre;
  position: Position;
  /** For readers; absent: the mark is hidden from them, since what it says stands elsewhere too. */
  label?: string;
  anchor?: "center" | "bottom";
  /** Of two marks that touch, the higher covers the other. */
  rank?: number;
  children: ReactNode;
}

/** Something of ours at a place of the map. */
export function MapMarker({
  map,
  position: [long, lat],
  label,
  anchor = "center",
  rank = 0,
  children,
}: MapMarkerProps) {
  const [element] = useState(() => document.createElement("div"));
  useEffect(() => {
    // Said before the library says in English what it takes for a button.
    element.setAttribute("role", "group");
    element.setAttribute("aria-label", label ?? "");
    if (label === undefined) element.setAttribute("aria-hidden", "true");
  }, [element, label]);
  useEffect(() => {
    element.style.setProperty("z-index", String(rank));
  }, [element, rank]);
  useEffect(() => {
    const marker = new Marker({ element, anchor }).setLngLat([long, lat]).addTo(map);
    return () => void marker.remove();
  }, [map, element, anchor, long, lat]);
  return createPortal(children, element);
}

const widestPx = 280;
/** Kept free between a card and the edges of the map. */
const edgePx = 8;

/** The library turns a card to where there is most room, which on a phone may be too little: the map moves by the rest. */
function bringIn(map: MapLibre, popup: Popup): void {
  const frame = map.getContainer().getBoundingClientRect();
  const { x, y } = map.project(popup.getLngLat());
  // Of a place out of view the card is, too.
  if (x < 0 || y < 0 || x > frame.width || y > frame.height) return;
  const left = (): [number, number] => {
    const card = popup.getElement().getBoundingClientRect();
    return [
      overhang([card.left, card.right], [frame.left + edgePx, frame.right - edgePx]),
      overhang([card.top, card.bottom], [frame.top + edgePx, frame.bottom - edgePx]),
    ];
  };
  if (left().every((px) => px === 0)) return;
  map.panBy(left(), { duration: 0 });
  // A map that shows all that it has does not move, and the card gives way instead.
  const [right, down] = left();
  popup.getElement().style.margin = `${-down}px 0 0 ${-right}px`;
}

/** A small card at a place, closed by a click beside it or by Escape. */
export function MapPopup({
  map,
  position: [long, lat],
  onClose,
  children,
}: {
  map: MapLibre;
  position: Position;
  onClose: () => void;
  children: ReactNode;
}) {
  const [element] = useState(() => document.createElement("div"));
  useEffect(() => {
    element.className = "og-text-13 og-text";
    const maxWidth = `${Math.min(widestPx, map.getContainer().clientWidth - 2 * edgePx)}px`;
    const popup = new Popup({ closeButton: false, focusAfterOpen: false, maxWidth, offset: 18 })
      .setDOMContent(element)
      .setLngLat([long, lat])
      .addTo(map);
    const settle = () => bringIn(map, popup);
    // A map that is on its way to this place goes there first: moving it now would end its way here.
    const next = requestAnimationFrame(() => {
      if (map.isMoving()) map.once("moveend", settle);
      else settle();
    });
    let isGone = false;
    popup.on("close", () => {
      if (!isGone) onClose();
    });
    return () => {
      isGone = true;
      cancelAnimationFrame(next);
      map.off("moveend", settle);
      popup.remove();
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new function of the parent is no reason to open it again
  }, [map, element, long, lat]);
  return createPortal(
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape closes it from within
    <div
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
      }}
    >
      {children}
    </div>,
    element,
  );
}

import type { Map as MapLibre } from "maplibre-gl";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { Story } from "../../testing/story.tsx";
import { fakeContainer, fakeEnergy, fakeNowMs, minutesAgo } from "../containers/container-row.fake.ts";
import { BubbleMark } from "./bubble-mark.tsx";
import type { PlacedContainer } from "./bubbles.ts";
import { ContainerPopup } from "./container-popup.tsx";
import { MarkLabel } from "./bubble-marker.tsx";
import { LassoLayer } from "./lasso-layer.tsx";
import styles from "./map.module.css";
import { MapProblem } from "./map-problem.tsx";
import { type LabelSide, labelSides } from "./mark-labels.ts";
import { MapTools } from "./map-tools.tsx";
import type { Pixel } from "./projection.ts";
import { ScaleBar } from "./scale-bar.tsx";
import { WheelHint } from "./wheel-hint.tsx";

const placed = (overrides: Parameters<typeof fakeContainer>[0] = {}): PlacedContainer =>
  ({ ...fakeContainer(overrides), location: { lat: 3.1, long: 35.6 } }) as PlacedContainer;
const many = (count: number, overrides: Parameters<typeof fakeContainer>[0] = {}) =>
  Array.from({ length: count }, (_, index) => placed({ name: `Kakuma ${index + 1}`, ...overrides }));

const mark = (containers: readonly PlacedContainer[]) => () => <BubbleMark containers={containers} />;
const label =
  (side: LabelSide, name = "Lodwar clinic", slidPx = 0) =>
  () => (
    <div style={{ position: "relative", width: 28, margin: "8px 170px 40px" }}>
      <span className={`${styles.place} ${styles.single} og-mark`} data-state="cut" />
      <MarkLabel name={name} side={side} slidPx={slidPx} box={[0, 0, 150, 18]} />
    </div>
  );
const popup = (containers: readonly PlacedContainer[]) => () => (
  <ContainerPopup containers={containers} now={fakeNowMs} />
);

/** A map that stands still. */
const still = (zoom: number) =>
  ({
    getCenter: () => ({ lng: 35.6, lat: 3.1 }),
    getZoom: () => zoom,
    on: () => ({ unsubscribe: () => {} }),
    off: () => {},
  }) as unknown as MapLibre;

/** In place of a map there is one that writes down what it is asked for. */
function Tools() {
  const [asked, setAsked] = useState("");
  const [isDrawing, setDrawing] = useState(false);
  const [map] = useState(
    () =>
      ({
        zoomIn: () => setAsked("+"),
        zoomOut: () => setAsked("-"),
        panBy: (by: [number, number]) => setAsked(by.join(", ")),
        getContainer: () => ({ clientWidth: 200, clientHeight: 100 }),
      }) as unknown as MapLibre,
  );
  return (
    <>
      <MapTools
        map={map}
        onShowAll={() => setAsked("*")}
        choosing={{ isDrawing, onDraw: () => setDrawing(!isDrawing), onChooseInView: () => setAsked("#") }}
      />
      <output>{asked}</output>
    </>
  );
}

function Lasso() {
  const { t } = useTranslation("map");
  const [corners, setCorners] = useState<readonly Pixel[]>();
  return (
    <>
      <div className={styles.frame} style={{ height: 120, width: 200 }}>
        <LassoLayer label={t("drawing")} onOutline={setCorners} />
      </div>
      <output>{corners?.map((corner) => corner.map(Math.round).join(" ")).join(", ")}</output>
    </>
  );
}

/** A box in the place of the map, with something in it that can be used. */
function Wheel() {
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  return (
    <div className={styles.frame} style={{ height: 160, width: 300 }}>
      <div className={styles.canvas} ref={setFrame}>
        <input type="checkbox" aria-label={frame ? "Lodwar" : ""} />
      </div>
      {frame && <WheelHint frame={frame} />}
    </div>
  );
}

export const stories: readonly Story[] = [
  {
    name: "bubble-mark",
    room: "inline",
    states: {
      "all online": mark(many(3)),
      "of every state": mark([
        ...many(8),
        ...many(4, { warnings: 1 }),
        ...many(2, { status: "just_offline" }),
        ...many(2, { status: "offline" }),
        ...many(1, { energy: fakeEnergy("cut", { since: minutesAgo(60) }) }),
        ...many(2, { energy: fakeEnergy("below_reserve") }),
      ]),
      "of thousands": mark([...many(1_240), ...many(9, { status: "offline" })]),
    },
  },
  {
    name: "mark-label",
    room: "wide",
    states: {
      ...Object.fromEntries(labelSides.map((side) => [side, label(side)])),
      "slid to the right": label("below", "Lodwar clinic", 24),
      "of a long name": label("right", "Barcelos river station at the upper landing"),
    },
  },
  {
    name: "scale-bar",
    room: "inline",
    states: {
      "of a country": () => <ScaleBar map={still(6)} />,
      "of a street": () => <ScaleBar map={still(15)} />,
    },
  },
  {
    name: "map-problem",
    states: {
      unreadable: () => <MapProblem file="kenya.pmtiles" fault="unreadable" />,
      "of pictures": () => <MapProblem file="kenya.pmtiles" fault="no_vector_tiles" />,
      "of other layers": () => <MapProblem file="kenya.pmtiles" fault="other_layers" />,
    },
  },
  {
    name: "container-popup",
    states: {
      one: popup([placed({ warnings: 2 })]),
      "loads cut": popup([placed({ soc: 12, energy: fakeEnergy("cut", { since: minutesAgo(690) }) })]),
      "loads cut far away": popup([
        placed({ zoneName: "Pacific/Auckland", energy: fakeEnergy("cut", { since: minutesAgo(690) }) }),
      ]),
      "supplied far away": popup([placed({ zoneName: "Pacific/Auckland" })]),
      "never seen": popup([
        placed({
          name: "Agadez",
          status: "offline",
          lastSeen: null,
          valuesAt: null,
          soc: null,
          energy: fakeEnergy("unknown", { at: null }),
        }),
      ]),
      "sensor that stopped": popup([placed({ soc: 34, olderAt: { soc: minutesAgo(200) } })]),
      "nine at one place": popup(many(9, { valuesAt: minutesAgo(200) })),
    },
  },
  {
    name: "map-tools",
    room: "wide",
    states: { "of a map": Tools, "before it is drawn": () => <MapTools map={undefined} onShowAll={() => {}} /> },
  },
  { name: "wheel-hint", room: "inline", states: { "over a map": Wheel } },
  { name: "lasso-layer", room: "inline", states: { "to draw on": Lasso } },
];

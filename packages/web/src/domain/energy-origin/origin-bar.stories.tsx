import type { Story } from "../../testing/story.tsx";
import { OriginBar, type OriginTotals } from "./origin-bar.tsx";

const nothing: OriginTotals = {
  sun: null,
  battery: null,
  generator: null,
  generatorStored: null,
  grid: null,
  gridStored: null,
  unknown: null,
};

export const stories: readonly Story[] = [
  {
    name: "origin-bar",
    room: "wide",
    states: {
      sunny: () => <OriginBar totals={{ ...nothing, sun: 86_400, battery: 98_300, grid: 0.2, unknown: 12 }} />,
      everything: () => (
        <OriginBar
          totals={{
            sun: 8_640,
            battery: 9_830,
            generator: 2_100,
            generatorStored: 3_400,
            grid: 70,
            gridStored: 20,
            unknown: 1_900,
          }}
        />
      ),
      nothing: () => <OriginBar totals={nothing} />,
    },
  },
];

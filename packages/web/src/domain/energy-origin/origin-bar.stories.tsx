import type { Story } from "../../testing/story.tsx";
import { OriginBar } from "./origin-bar.tsx";

export const stories: readonly Story[] = [
  {
    name: "origin-bar",
    room: "wide",
    states: {
      sunny: () => <OriginBar totals={{ sun: 86_400, battery: 98_300, generator: 0, grid: 0, unknown: 12 }} />,
      everything: () => (
        <OriginBar totals={{ sun: 8_640, battery: 9_830, generator: 2_100, grid: 70, unknown: 1_900 }} />
      ),
      nothing: () => <OriginBar totals={{ sun: null, battery: null, generator: null, grid: null, unknown: null }} />,
    },
  },
];

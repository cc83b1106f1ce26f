import { load, solar } from "../testing/samples.ts";
import type { Story } from "../testing/story.tsx";
import { Sparkline } from "./sparkline.tsx";

export const stories: readonly Story[] = [
  {
    name: "sparkline",
    room: "inline",
    states: {
      "with a gap": () => <Sparkline values={solar.filter((_, index) => index % 4 === 0)} />,
      whole: () => <Sparkline values={load.slice(0, 24)} />,
      "around zero": () => <Sparkline values={[-4, 2, null, 5, -1, -3]} />,
      "one value": () => <Sparkline values={[3]} />,
    },
  },
];

import type { Story } from "../../testing/story.tsx";
import { SocBar } from "./soc-bar.tsx";

export const stories: readonly Story[] = [
  {
    name: "soc-bar",
    states: {
      charging: () => <SocBar percent={76} state="charging" reservePercent={20} />,
      discharging: () => <SocBar percent={54} state="discharging" reservePercent={20} />,
      cut: () => <SocBar percent={9} state="idle" reservePercent={20} isCut />,
      idle: () => <SocBar percent={48} state="idle" />,
      unmeasured: () => <SocBar percent={48} state="unmeasured" />,
      full: () => <SocBar percent={100} state="full" />,
      "below reserve": () => <SocBar percent={14} state="discharging" reservePercent={20} />,
      "just below reserve": () => <SocBar percent={19.6} state="discharging" reservePercent={20} />,
      stale: () => <SocBar percent={61} state="stale" />,
      unknown: () => <SocBar percent={undefined} state="idle" />,
      "bar only": () => <SocBar percent={61} state="charging" wordsShown={false} />,
    },
  },
];

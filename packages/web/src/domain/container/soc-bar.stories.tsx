import type { CutCause } from "@offgrid/contract/energy-state/energy-state.schema";

import type { Story } from "../../testing/story.tsx";
import type { SupplyNow } from "./charge-marks.ts";
import { SocBar } from "./soc-bar.tsx";

const cutBy = (cause: Omit<CutCause, "reason">): SupplyNow => ({
  level: "cut_partly",
  cutOutputs: [{ target: "relay.1", name: null, cause: { reason: "protection", ...cause } }],
});

export const stories: readonly Story[] = [
  {
    name: "soc-bar",
    states: {
      charging: () => <SocBar percent={76} state="charging" reservePercent={20} />,
      discharging: () => <SocBar percent={54} state="discharging" reservePercent={20} />,
      cut: () => <SocBar percent={9} state="idle" reservePercent={20} energy={{ level: "cut" }} />,
      "partly cut": () => (
        <SocBar percent={47} state="idle" reservePercent={40} energy={cutBy({ low: "charge", limit: 40 })} />
      ),
      "a phase off": () => (
        <SocBar
          percent={56}
          state="idle"
          reservePercent={20}
          energy={cutBy({ passed: { of: "power", limit: 900, measured: 1_200 } })}
        />
      ),
      idle: () => <SocBar percent={48} state="idle" />,
      unmeasured: () => <SocBar percent={48} state="unmeasured" />,
      full: () => <SocBar percent={100} state="full" />,
      "below reserve": () => <SocBar percent={14} state="discharging" reservePercent={20} />,
      "just below reserve": () => <SocBar percent={19.6} state="discharging" reservePercent={20} />,
      "stale below reserve": () => <SocBar percent={14} state="stale" reservePercent={20} />,
      "stale where cut": () => <SocBar percent={14} state="stale" reservePercent={20} energy={{ level: "cut" }} />,
      stale: () => <SocBar percent={61} state="stale" />,
      unknown: () => <SocBar percent={undefined} state="idle" />,
      "bar only": () => <SocBar percent={61} state="charging" wordsShown={false} />,
    },
  },
];

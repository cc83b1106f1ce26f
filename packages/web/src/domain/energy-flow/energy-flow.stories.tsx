import { durationText } from "@offgrid/contract/core/duration-text";
import { useTranslation } from "react-i18next";

import { formatTime } from "../../core/time.ts";
import { nowMs } from "../../testing/samples.ts";
import type { Story } from "../../testing/story.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { EnergyFlow } from "./energy-flow.tsx";
import { flowOf, type Readings } from "./flow-balance.ts";
import type { EnergyFlowProps } from "./flow-words.ts";

/** Readings of the present; null: the meter told nothing. Those that are stale are 40 minutes old. */
function measured(values: Record<string, number | null>, isStale = false): Readings {
  const atMs = isStale ? nowMs - 40 * 60_000 : nowMs;
  return Object.fromEntries(
    Object.entries(values).map(([metric, value]) => [metric, value === null ? undefined : { value, atMs, isStale }]),
  );
}

const shown = (readings: Readings, facts: Omit<EnergyFlowProps, "flow" | "atMs"> = {}) => {
  const flow = flowOf(readings);
  return () => <EnergyFlow flow={flow} atMs={nowMs} {...facts} />;
};

const day = {
  "solar.power": 3_120,
  "battery.power": 1_850,
  "battery.soc": 64,
  "load.power": 1_140,
  "losses.power": 60,
};
const night = { "solar.power": 0, "battery.power": -480, "battery.soc": 41, "load.power": 455 };

/** The longest of what is said of a battery. */
function AtThisPower({ until }: { until: "cut" | "assumed" }) {
  const { t } = useTranslation("energy-flow");
  const time = durationText(201_600, useLocale());
  return (
    <EnergyFlow
      flow={flowOf(measured(night))}
      atMs={nowMs}
      remaining={{ battery: t(until, { time }) }}
      energies={{ battery: { intoBusWh: 36_000, fromBusWh: 43_300 } }}
    />
  );
}

/** The longest of what is said of a cut; where it is out of date, each power has its age as well. */
function LoadsCut({ isPart = false, isStale = false }: { isPart?: boolean; isStale?: boolean }) {
  const { t } = useTranslation("energy-state");
  const time = formatTime(nowMs + 100 * 60_000, "time", "UTC", useLocale());
  return (
    <EnergyFlow
      flow={flowOf(
        measured(
          {
            ...night,
            "load.power": isPart ? 140 : isStale ? 117 : 0,
            "ac.power": 0,
            "street_light.power": isPart ? 0 : 72,
          },
          isStale,
        ),
      )}
      atMs={nowMs}
      notes={{ ac: "cut" }}
      cut={{ title: t(isPart ? "word.cut_partly" : "word.cut"), since: t("when.sinceDay", { day: "21/11", time }) }}
      energies={{ "load.rest": { intoBusWh: undefined, fromBusWh: 12_320 } }}
    />
  );
}

export const stories: readonly Story[] = [
  {
    name: "energy-flow",
    room: "wide",
    states: {
      day: shown(measured(day)),
      "idle battery": shown(measured({ ...night, "battery.power": 6, "load.power": 0 })),
      "full battery": shown(measured({ ...day, "battery.power": 0, "battery.soc": 100 })),
      "below reserve": shown(measured({ ...night, "battery.soc": 12 }), { limits: { reservePercent: 20 } }),
      "cut at an empty battery": shown(measured({ ...night, "battery.soc": 4 }), {
        limits: { reservePercent: 20, energy: { level: "cut" } },
      }),
      "energy of the day": shown(measured(day), {
        remaining: { battery: "cut-off reached in 22 h 36 at this power" },
        energies: {
          solar: { intoBusWh: 14_260, fromBusWh: undefined },
          battery: { intoBusWh: 36_000, fromBusWh: 43_300 },
          load: { intoBusWh: undefined, fromBusWh: 9_320 },
        },
      }),
      "cut-off learned": () => <AtThisPower until="cut" />,
      "cut-off assumed": () => <AtThisPower until="assumed" />,
      "loads cut": LoadsCut,
      "loads cut, out of date": () => <LoadsCut isStale />,
      "loads cut in part": () => <LoadsCut isPart />,
      "energy of another day": shown(measured(day), {
        energyDay: "22/11",
        energies: {
          solar: { intoBusWh: 142_600, fromBusWh: undefined },
          battery: { intoBusWh: 21_300, fromBusWh: 64_800 },
          load: { intoBusWh: undefined, fromBusWh: 93_200 },
          losses: { intoBusWh: undefined, fromBusWh: 0 },
        },
      }),
      night: shown(measured(night), { notes: { solar: "night" } }),
      "in part out of date": shown(
        { ...measured({ "load.power": 1_140, "generator.power": null }), ...measured({ "solar.power": 3_120 }, true) },
        { notes: { load: "fault" }, hasFault: true },
      ),
      "old charge": shown(
        { ...measured(night), ...measured({ "battery.soc": 21 }, true) },
        { notes: { solar: "night" } },
      ),
      "out of date": shown(
        measured({ ...day, "solar.power": 12_340, "load.power": 0, "generator.power": 10_750 }, true),
        {
          notes: { solar: "fault", generator: "absent", load: "off" },
        },
      ),
      "device by device": shown(
        measured({
          ...day,
          "solar.1.power": 1_700,
          "solar.2.power": 1_420,
          "ac.power": 620,
          "street_light.power": 120,
        }),
      ),
    },
  },
];

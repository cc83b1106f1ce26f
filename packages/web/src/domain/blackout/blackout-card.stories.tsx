import type { BlackoutForecast } from "@offgrid/contract/forecast/forecast.schema";

import { nowMs, sunW, zone } from "../../testing/samples.ts";
import type { Story } from "../../testing/story.tsx";
import { BlackoutCard } from "./blackout-card.tsx";

const hourMs = 60 * 60_000;
const inHours = (hours: number): string => new Date(nowMs + hours * hourMs).toISOString();
const ends = Array.from({ length: 48 }, (_, index) => index + 1);
/** Falls through the night and rises with the sun; noon is where it begins. */
const middle = ends.map((hour) => 56 + 22 * Math.sin(((hour + 3) / 24) * 2 * Math.PI));

const safe: BlackoutForecast = {
  state: "safe",
  likely: null,
  hours: null,
  loadOnly: false,
  at: inHours(-0.05),
  soc: { value: 72, at: inHours(-0.02) },
  capacity: { value: 14_200, from: "reported" },
  reserveSoc: 20,
  cutOff: { soc: 20, from: "assumed" },
  hasGenerator: false,
  dip: null,
  blackout: null,
  fullAt: null,
  historyDays: 30,
  neededDays: 7,
  missing: [],
  t: ends.map((hour) => nowMs / 1_000 + hour * 3_600),
  soc10: middle.map((soc, index) => soc - index / 4),
  soc50: middle,
  soc90: middle.map((soc, index) => soc + index / 4),
  load: ends.map(() => 640),
  solar: ends.map((hour) => sunW((12 + hour) % 24)),
  solarSource: "open_meteo",
  solarFetchedAt: inHours(-2),
  solarProblem: null,
  lastError: 3.2,
};

const lower = (points: number) => ({
  soc10: safe.soc10.map((soc) => Math.max(0, soc - points)),
  soc50: safe.soc50.map((soc) => Math.max(0, soc - points)),
  soc90: safe.soc90.map((soc) => soc - points),
});
const nothingDrawn = { t: [], soc10: [], soc50: [], soc90: [], load: [], solar: [], lastError: null };

const shown = (change: Partial<BlackoutForecast>) => () => (
  <BlackoutCard forecast={{ ...safe, ...change }} zone={zone} now={nowMs} />
);

export const stories: readonly Story[] = [
  {
    name: "blackout-card",
    states: {
      safe: shown({}),
      charging: shown({ state: "charging", fullAt: inHours(3.5) }),
      dip: shown({ state: "dip", dip: { from: inHours(14), to: inHours(19) }, ...lower(18) }),
      blackout: shown({
        state: "blackout",
        blackout: { earliest: inHours(11), likely: inHours(15), latest: null, hours: 15, chance: 0.8 },
        reserveSoc: 30,
        cutOff: { soc: 30, from: "setting" },
        ...lower(26),
      }),
      "without sun": shown({
        state: "dip",
        dip: { from: inHours(32), to: null },
        loadOnly: true,
        solar: [],
        solarSource: "none",
        solarFetchedAt: null,
        soc10: ends.map((hour) => 56 - 1.4 * hour).map((soc) => Math.max(0, soc)),
        soc50: ends.map((hour) => 56 - 1.125 * hour),
        soc90: ends.map((hour) => 56 - 0.8 * hour),
      }),
      learning: shown({ state: "learning", historyDays: 3, missing: ["history"], capacity: null, ...nothingDrawn }),
      "no battery": shown({ state: "none", soc: null, capacity: null, missing: ["soc"], ...nothingDrawn }),
    },
  },
];

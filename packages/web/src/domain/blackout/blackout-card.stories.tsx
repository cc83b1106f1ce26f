import type { EnergyState } from "@offgrid/contract/energy-state/energy-state.schema";
import type { BlackoutForecast } from "@offgrid/contract/forecast/forecast.schema";

import { nowMs, sunW, zone } from "../../testing/samples.ts";
import type { Story } from "../../testing/story.tsx";
import type { TimeLeft } from "../energy-flow/time-left.ts";
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
  served: ends.map(() => 640),
  taken: ends.map((hour) => sunW((12 + hour) % 24)),
  solarSource: "open_meteo",
  solarFetchedAt: inHours(-2),
  solarProblem: null,
  sunPercent: null,
  needsClearSky: false,
  lastError: 3.2,
};

const lower = (points: number) => ({
  soc10: safe.soc10.map((soc) => Math.max(0, soc - points)),
  soc50: safe.soc50.map((soc) => Math.max(0, soc - points)),
  soc90: safe.soc90.map((soc) => soc - points),
});
const nothingDrawn = {
  t: [],
  soc10: [],
  soc50: [],
  soc90: [],
  load: [],
  solar: [],
  served: [],
  taken: [],
  lastError: null,
};

const normal: EnergyState = { level: "normal", since: null, cutAt: null, backAt: null, at: inHours(0) };
const shown =
  (change: Partial<BlackoutForecast>, energy: Partial<EnergyState> = {}, timeLeft?: TimeLeft) =>
  () => (
    <BlackoutCard
      forecast={{ ...safe, ...change }}
      energy={{ ...normal, ...energy }}
      zone={zone}
      everyS={60}
      isOnline
      loadW={undefined}
      now={nowMs}
      timeLeft={timeLeft}
    />
  );
const ahead = {
  state: "blackout",
  likely: inHours(15),
  hours: 15,
  blackout: { earliest: inHours(11), likely: inHours(15), latest: null, hours: 15, chance: 0.8 },
  dip: { from: inHours(15), to: inHours(24) },
} as const;

const likely = (from: number, to: number, chance: number): Partial<BlackoutForecast> => ({
  ...ahead,
  ...lower(26),
  blackout: { ...ahead.blackout, earliest: inHours(from), latest: inHours(to), chance },
});

/** A part is off; the rest is cut with three chances in ten. */
const partly = (partOff: BlackoutForecast["partOff"]) =>
  shown(
    { state: "safe", partOff, blackout: { ...ahead.blackout, chance: 0.3 }, served: ends.map(() => 243) },
    { level: "cut_partly", since: inHours(-2) },
  );

const cutBefore = { from: inHours(-3), to: inHours(-2), count: 1, seconds: 3_600 };

export const stories: readonly Story[] = [
  {
    name: "blackout-card",
    states: {
      safe: shown({}),
      charging: shown({ state: "charging", fullAt: inHours(3.5) }),
      "charging at this power": shown({ state: "charging", fullAt: inHours(3.5) }, {}, { until: "full", hours: 5.6 }),
      "cut not excluded": shown({
        state: "charging",
        fullAt: inHours(3.5),
        blackout: { ...ahead.blackout, chance: 0.3 },
      }),
      "cut not excluded, below reserve": shown(
        { state: "charging", fullAt: inHours(3.5), blackout: { ...ahead.blackout, chance: 0.37 } },
        { level: "below_reserve" },
      ),
      "probably no cut": shown({ blackout: { ...ahead.blackout, chance: 0.39 } }),
      "low case": shown({ state: "charging", fullAt: inHours(3.5), soc10: lower(30).soc10 }),
      "full if clear": shown({ state: "charging", fullAt: inHours(3.5), needsClearSky: true }),
      "safe if clear": shown({ needsClearSky: true }),
      "sun in doubt": shown({ state: "charging", fullAt: inHours(3.5), sunPercent: 6 }),
      "was to be full": shown({ state: "charging", fullAt: inHours(-0.1) }),
      "below reserve": shown({ soc: { value: 18, at: inHours(0) }, ...lower(10) }, { level: "below_reserve" }),
      blackout: shown(
        { ...ahead, reserveSoc: 30, cutOff: { soc: 30, from: "setting" }, ...lower(26) },
        { level: "cut_ahead", cutAt: inHours(15), backAt: inHours(24) },
        { until: "cut", hours: 6.4 },
      ),
      "assumed cut-off": shown({}, {}, { until: "assumed", hours: 5.5 }),
      "cut ahead, cut-off assumed": shown(
        { ...ahead, ...lower(26) },
        { level: "cut_ahead", cutAt: inHours(15) },
        { until: "assumed", hours: 20 },
      ),
      "cut now": shown(
        { ...ahead, likely: inHours(0), hours: 0, cutOff: { soc: 13, from: "learned" }, ...lower(26) },
        { level: "cut", since: inHours(-11.5), backAt: inHours(3.5) },
      ),
      "cut again": shown(
        { ...ahead, likely: inHours(0), hours: 0, ...lower(26) },
        {
          level: "cut",
          since: inHours(-0.05),
          ended: cutBefore,
        },
      ),
      "cut before, at a higher charge": shown(
        { cutOff: { soc: 0, from: "assumed", seenSoc: 4 } },
        { ended: cutBefore },
      ),
      "cut before, at a charge not known": shown({ cutOff: { soc: 0, from: "assumed" } }, { ended: cutBefore }),
      "cut, return in doubt": shown(
        { ...ahead, likely: inHours(0), hours: 0, sunPercent: 6, cutOff: { soc: 13, from: "learned" }, ...lower(26) },
        {
          level: "cut",
          since: inHours(-11.5),
          backAt: inHours(3.5),
          back: { earliest: inHours(2.5), latest: inHours(14), isDoubtful: true },
        },
      ),
      generator: shown(
        { ...ahead, hasGenerator: true, ...lower(26) },
        { level: "generator_ahead", cutAt: inHours(15), backAt: inHours(24) },
      ),
      "generator starts": shown(
        {
          ...ahead,
          state: "safe",
          ...{ likely: null, hours: null, dip: null, blackout: null },
          hasGenerator: true,
          generatorStart: { soc: 25, withoutAt: inHours(15) },
          ...lower(26),
        },
        { level: "normal", generatorStart: { soc: 25 } },
      ),
      "generator runs": shown(
        { ...ahead, hasGenerator: true, ...lower(26) },
        { level: "generator_running", generator: { powerW: 11_900, work: "charging" } },
        { until: "full", hours: 4.2 },
      ),
      "cut is over": shown({ ...ahead, likely: inHours(-0.3), ...lower(26) }, { level: "charging" }),
      "sure to the minute": shown(likely(15, 15, 1), { level: "cut_ahead", cutAt: inHours(15) }),
      "within hours": shown(likely(11, 19, 0.95), { level: "cut_ahead", cutAt: inHours(15) }),
      "almost certain within a day": shown(likely(5, 32, 1), { level: "cut_ahead", cutAt: inHours(15) }),
      "within a day": shown(likely(5, 32, 0.9), { level: "cut_ahead", cutAt: inHours(15) }),
      "without sun": shown(
        {
          state: "dip",
          likely: inHours(32),
          hours: 32,
          dip: { from: inHours(32), to: null },
          loadOnly: true,
          solar: [],
          taken: [],
          solarSource: "none",
          solarFetchedAt: null,
          soc10: ends.map((hour) => 56 - 1.4 * hour).map((soc) => Math.max(0, soc)),
          soc50: ends.map((hour) => 56 - 1.125 * hour),
          soc90: ends.map((hour) => 56 - 0.8 * hour),
        },
        { cutAt: inHours(32) },
      ),
      learning: shown({ state: "learning", historyDays: 3, missing: ["history"], capacity: null, ...nothingDrawn }),
      "nothing drawn, sun in doubt": shown({
        ...{ state: "learning", historyDays: 3, missing: ["history"], sunPercent: 6 },
        ...nothingDrawn,
      }),
      "no battery": shown(
        { state: "none", soc: null, capacity: null, missing: ["soc"], ...nothingDrawn },
        { level: "unknown", at: null },
      ),
      blind: shown({ state: "blind", ...nothingDrawn }, { level: "unknown", at: inHours(-5) }),
      "partly cut": partly({ from: "change", percent: 62, backSoc: 55, backAt: inHours(3.5) }),
      "partly cut, the rest ahead": shown(
        {},
        { level: "cut_partly", since: inHours(-2), cutAt: inHours(15), backAt: inHours(20) },
      ),
      "partly cut, in doubt": shown(
        {
          partOff: { from: "unknown", isCounted: true, percent: null, backSoc: 55, backAt: null },
          blackout: ahead.blackout,
        },
        { level: "cut_partly", since: inHours(-0.05), cutAt: inHours(2.2), cutChance: 0.9, countsOff: true },
      ),
      "partly cut just now": partly({ from: "change", isEarly: true, percent: null, backSoc: 55, backAt: null }),
      "partly cut, with a meter": partly({ from: "meter", percent: 25, backSoc: null, backAt: null }),
      "partly cut, power not known": partly({ from: "unknown", percent: null, backSoc: 55, backAt: null }),
    },
  },
];

import { energyLevels, noReturns } from "@offgrid/contract/energy-state/energy-levels";
import type { CutCause } from "@offgrid/contract/energy-state/energy-state.schema";

import { nowMs, zone } from "../../testing/samples.ts";
import type { Story } from "../../testing/story.tsx";
import { EnergyMark } from "./energy-mark.tsx";
import { EnergySentence } from "./energy-sentence.tsx";
import { type EnergyFacts, energySentence } from "./energy-words.ts";
import { HoursLeftFigure, type HoursLeftFigureProps } from "./hours-left-figure.tsx";
import { useEnergyWords } from "./use-energy-words.ts";

const inHours = (hours: number): string => new Date(nowMs + hours * 3_600_000).toISOString();
const none = { since: null, cutAt: null, backAt: null, at: inHours(0) };

const ended = (from: number, to: number, count: number, seconds: number) => ({
  from: inHours(from),
  to: inHours(to),
  count,
  seconds,
});

const cutOutput = (target: string, name: string | null = null, cause?: CutCause) => ({
  target,
  name,
  ...(cause && { cause }),
});
const overLimit = { reason: "phase_limit", passed: { of: "power", limit: 2_000, measured: 2_310 } } as const;
const lowCharge = { reason: "protection", low: "charge", limit: 35, restoreSoc: 55 } as const;
const unfed = { reason: "no_supply", feeder: { target: "relay.2", name: "Sleeping huts" } } as const;

const sentence =
  (
    energy: Partial<EnergyFacts["energy"]> & Pick<EnergyFacts["energy"], "level">,
    soc: number | null = 18,
    loadW?: number,
    isOnline = true,
  ) =>
  () => (
    <EnergySentence
      energy={{ ...none, ...energy }}
      soc={soc}
      loadW={loadW}
      zone={zone}
      everyS={60}
      isOnline={isOnline}
      now={nowMs}
    />
  );

/** As without a connection to the portal. */
function LastKnown(facts: EnergyFacts) {
  return <span>{energySentence(facts, { ...useEnergyWords(), isLastKnown: true })}</span>;
}

const lastKnown = (energy: Partial<EnergyFacts["energy"]> & Pick<EnergyFacts["energy"], "level">) => () => (
  <LastKnown
    energy={{ ...none, at: inHours(-1 / 60), ...energy }}
    soc={18}
    loadW={300}
    zone={zone}
    everyS={60}
    isOnline={false}
    now={nowMs}
  />
);

function Figure({ energy, forecast }: Pick<HoursLeftFigureProps, "energy" | "forecast">) {
  const shared = { battery: { soc: 50, powerW: -1_000 }, everyS: 60, zone, now: nowMs, words: useEnergyWords() };
  return <HoursLeftFigure energy={energy} forecast={forecast} {...shared} />;
}

const figure =
  (energy: Partial<EnergyFacts["energy"]>, forecast: HoursLeftFigureProps["forecast"] = null) =>
  () => <Figure energy={{ ...none, level: "normal", ...energy }} forecast={forecast} />;
const forecast = (state: "safe" | "learning") => ({ state, likely: null, hours: null });

export const stories: readonly Story[] = [
  {
    name: "energy-mark",
    room: "inline",
    states: {
      ...Object.fromEntries(energyLevels.map((level) => [level, () => <EnergyMark level={level} />])),
      "was normal": () => <EnergyMark level="normal" isLastKnown />,
      "were normal": () => <EnergyMark level="normal" count={2} isLastKnown />,
      "was charging": () => <EnergyMark level="charging" isLastKnown />,
      "was full": () => <EnergyMark level="full" isLastKnown />,
      "last known cut": () => <EnergyMark level="cut" isLastKnown />,
      "word hidden": () => <EnergyMark level="cut" wordHidden />,
    },
  },
  {
    name: "energy-sentence",
    states: {
      cut: sentence({ level: "cut", since: inHours(-11.5), backAt: inHours(3.5) }),
      "cut yesterday, back tomorrow": sentence({ level: "cut", since: inHours(-20), backAt: inHours(20) }),
      "cut, back in a range": sentence({
        level: "cut",
        since: inHours(-11.5),
        backAt: inHours(3.5),
        back: { earliest: inHours(2.5), latest: inHours(14) },
      }),
      "cut, back in a wide range": sentence({
        level: "cut",
        since: inHours(-11.5),
        backAt: inHours(3.5),
        back: { earliest: inHours(2.5), latest: inHours(27) },
      }),
      "cut, back within the hour": sentence({
        level: "cut",
        since: inHours(-11.5),
        backAt: inHours(3.5),
        back: { earliest: inHours(3.2), latest: inHours(3.9) },
      }),
      "cut, back or not": sentence({
        level: "cut",
        since: inHours(-11.5),
        backAt: inHours(3.5),
        back: { earliest: inHours(2.5), latest: null },
      }),
      "cut, back in doubt": sentence({
        level: "cut",
        since: inHours(-11.5),
        backAt: inHours(3.5),
        back: { earliest: inHours(2.5), latest: inHours(14), isDoubtful: true },
      }),
      "cut, back with little sun": sentence({
        level: "cut",
        since: inHours(-11.5),
        backAt: inHours(3.5),
        back: { earliest: inHours(2.5), latest: inHours(14), isDoubtful: true, sunPercent: 32 },
      }),
      "cut, return uncertain": sentence({
        level: "cut",
        since: inHours(-11.5),
        backAt: null,
        back: { earliest: inHours(-0.5), latest: null, isDoubtful: true, sunPercent: 6 },
      }),
      "cut, back soon": sentence({
        level: "cut",
        since: inHours(-11.5),
        backAt: inHours(0.2),
        back: { earliest: inHours(-0.5), latest: inHours(0.4) },
      }),
      "cut, back was expected": sentence({
        level: "cut",
        since: inHours(-11.5),
        backAt: inHours(-0.05),
        back: { earliest: inHours(-1), latest: inHours(-0.05) },
      }),
      ...Object.fromEntries(
        noReturns.map((noReturn) => [
          `cut, no return: ${noReturn}`,
          sentence({ level: "cut", since: inHours(-11.5), noReturn }),
        ]),
      ),
      "cut, something runs": sentence({ level: "cut", since: inHours(-2) }, 5, 117),
      "cut, known things run": sentence(
        { level: "cut", since: inHours(-2), stillOn: ["air_conditioning", "dc_loads"] },
        5,
        117,
      ),
      "cut for days": sentence({ level: "cut", since: inHours(-76.2) }),
      "cut again": sentence({ level: "cut", since: inHours(-0.05), ended: ended(-0.5, -0.4, 1, 480) }),
      "cut, no connection": lastKnown({ level: "cut", since: inHours(-3.2) }),
      "below reserve, no connection": lastKnown({ level: "below_reserve" }),
      "generator running, no connection": lastKnown({
        level: "generator_running",
        generator: { powerW: 3_200, work: "charging" },
      }),
      "charge just came": sentence({ level: "unknown", at: null }, 63),
      "cut and silent": sentence({ level: "cut", since: inHours(-9), at: inHours(-3) }),
      "cut in part, back soon": sentence({ level: "cut_partly", since: inHours(-2), partBackAt: inHours(3.5) }),
      "cut in part": sentence({ level: "cut_partly", since: inHours(-2), cutAt: inHours(7.6) }),
      "cut in part, by name": sentence({
        level: "cut_partly",
        since: inHours(-2),
        cutOutputs: [cutOutput("relay.1", "Fridge"), cutOutput("street_light.2")],
      }),
      "cut in part, over its limit": sentence({
        level: "cut_partly",
        since: inHours(-0.1),
        cutOutputs: [cutOutput("phase.3", null, { ...overLimit, times: 3, retryAt: inHours(0.2) })],
      }),
      "cut in part, low charge": sentence({
        level: "cut_partly",
        since: inHours(-2),
        cutOutputs: [cutOutput("relay.1", "Fridge", lowCharge), cutOutput("relay.2", "Pump", lowCharge)],
      }),
      "cut in part, several causes": sentence({
        level: "cut_partly",
        since: inHours(-2),
        cutOutputs: [
          cutOutput("relay.2", "Sleeping huts", lowCharge),
          cutOutput("phase.3", null, overLimit),
          cutOutput("ac", null, unfed),
        ],
      }),
      "cut in part, many": sentence({
        level: "cut_partly",
        since: inHours(-2),
        cutAt: inHours(7.6),
        cutOutputs: [
          cutOutput("relay.1", "Fridge"),
          cutOutput("relay.2", "Water pump"),
          cutOutput("relay.4", "Mill"),
          cutOutput("street_light.1", "Gate"),
          cutOutput("street_light.2", "Market"),
        ],
      }),
      "cut in part, by name and silent": sentence({
        level: "cut_partly",
        since: inHours(-9),
        cutOutputs: [cutOutput("relay.1", "Fridge")],
        at: inHours(-3),
      }),
      "cut in part and silent": sentence({
        level: "cut_partly",
        since: inHours(-9),
        cutAt: inHours(2),
        at: inHours(-3),
      }),
      ahead: sentence({ level: "cut_ahead", cutAt: inHours(7.6), backAt: inHours(20) }),
      "ahead, early": sentence({ level: "cut_ahead", cutAt: inHours(36), cutEarlyAt: inHours(13), cutChance: 0.7 }),
      "ahead, likely": sentence({ level: "cut_ahead", cutAt: inHours(7.6), cutChance: 0.79 }),
      "ahead, almost certain": sentence({ level: "cut_ahead", cutAt: inHours(7.6), cutChance: 0.995 }),
      "generator, likely": sentence({ level: "generator_ahead", cutAt: inHours(7.6), cutChance: 0.79 }),
      "cut in part, likely": sentence({
        level: "cut_partly",
        since: inHours(-2),
        cutAt: inHours(7.6),
        cutChance: 0.79,
      }),
      "cut in part, in doubt": sentence({
        level: "cut_partly",
        since: inHours(-0.1),
        cutAt: inHours(2.2),
        cutChance: 0.7,
        countsOff: true,
        noReturn: "horizon",
      }),
      "ahead, no return": sentence({ level: "cut_ahead", cutAt: inHours(7.6), noReturn: "horizon" }),
      "cut in part, no return": sentence({
        level: "cut_partly",
        since: inHours(-2),
        cutAt: inHours(7.6),
        noReturn: "charge_limit",
      }),
      "ahead and silent": sentence(
        { level: "cut_ahead", cutAt: inHours(1.9), backAt: inHours(9), at: inHours(-0.2) },
        12,
        undefined,
        false,
      ),
      "ahead, a late reading": sentence({ level: "cut_ahead", cutAt: inHours(3.7), at: inHours(-0.1) }),
      "ahead and likely, a late reading": sentence({
        level: "cut_ahead",
        cutAt: inHours(3.7),
        cutChance: 0.79,
        at: inHours(-0.1),
      }),
      "ahead and collected": sentence({ level: "cut_ahead", cutAt: inHours(3.7), at: inHours(-0.04) }),
      "generator, a late reading": sentence({ level: "generator_ahead", cutAt: inHours(1.9), at: inHours(-0.1) }),
      "ahead, passed in silence": sentence({ level: "cut_ahead", cutAt: inHours(-2), at: inHours(-3) }, 12),
      "generator and silent": sentence(
        { level: "generator_ahead", cutAt: inHours(1.9), at: inHours(-0.2) },
        12,
        undefined,
        false,
      ),
      "at any moment": sentence({ level: "cut_ahead", cutAt: inHours(-0.1) }),
      generator: sentence({ level: "generator_ahead", cutAt: inHours(0.8) }),
      "generator starts": sentence({ level: "below_reserve", generatorStart: { soc: 25 } }),
      "generator charges": sentence({ level: "generator_running", generator: { powerW: 11_900, work: "charging" } }),
      "generator supplies": sentence({ level: "generator_running", generator: { powerW: 2_100, work: "supplying" } }),
      "generator runs": sentence({ level: "generator_running", generator: { powerW: null, work: null } }),
      "generator too weak": sentence({
        level: "cut_ahead",
        cutAt: inHours(7.6),
        generator: { powerW: 2_100, work: "short" },
      }),
      "below reserve": sentence({ level: "below_reserve" }),
      unknown: sentence({ level: "unknown", at: inHours(-3) }),
      "never known": sentence({ level: "unknown", at: null }, null),
      charging: sentence({ level: "charging" }, 71),
      "was cut": sentence({ level: "normal", ended: ended(-0.5, -0.4, 1, 480) }, 71),
      "was cut yesterday": sentence({ level: "charging", ended: ended(-22, -20.5, 1, 5_400) }, 71),
      "was cut a day ago": sentence({ level: "charging", ended: ended(-23, -21, 1, 7_200) }, 71),
      "was cut since midnight": sentence({ level: "charging", ended: ended(-11.5, -2.8, 1, 31_320) }, 71),
      "was cut several times": sentence({ level: "below_reserve", ended: ended(-20, -1, 3, 5_700) }),
      "normal, link lost": sentence({ level: "normal", at: inHours(-0.1) }, 61, 300, false),
      "was cut since the day before": sentence({ level: "below_reserve", ended: ended(-30, -1, 3, 30_600) }),
    },
  },
  {
    name: "hours-left",
    room: "inline",
    states: {
      cut: figure({ level: "cut" }),
      hours: figure({ level: "cut_ahead", cutAt: inHours(23.98) }),
      "at this power": figure(
        { battery: { capacityWh: 5_800, cutOff: { soc: 20, from: "learned" } } },
        forecast("learning"),
      ),
      "below six": figure({ level: "cut_ahead", cutAt: inHours(5.8) }),
      "nearly two": figure({ level: "cut_ahead", cutAt: inHours(1.94) }),
      minutes: figure({ level: "cut_ahead", cutAt: inHours(0.76) }),
      moment: figure({ level: "cut_ahead", cutAt: inHours(0) }),
      lasting: figure({}, forecast("safe")),
      "hours, likely": figure({ cutAt: inHours(36), cutChance: 0.7 }),
      "lasting probably": figure({}, { ...forecast("safe"), chance: 0.3 }),
      generator: figure({ level: "generator_running" }),
      "hours of before": figure({ level: "cut_ahead", cutAt: inHours(5.8), at: inHours(-3) }),
      "cut before": figure({ level: "cut", at: inHours(-3) }),
      "lasting before": figure({ at: inHours(-3) }, { ...forecast("safe"), chance: 0.3 }),
      learning: figure({}, forecast("learning")),
      blind: figure({ level: "unknown", at: inHours(-5) }),
    },
  },
];

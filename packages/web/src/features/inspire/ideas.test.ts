import { Automation } from "@offgrid/contract/automations/automations.schema";
import { KeptDefinition } from "@offgrid/contract/charts/chart-definition.schema";
import { WarningRuleInput } from "@offgrid/contract/warnings/warnings.schema";
import { Widget } from "@offgrid/contract/widgets/widgets.schema";
import { metrics } from "@offgrid/contract/telemetry/metrics";
import { expect, test } from "vitest";

import { firstOfEach, type Had, hasWords, type Idea, ideasFor, type Own, sameAs } from "./ideas.ts";
import { ideaKinds } from "./inspire.search.ts";

const own: Own = {
  container: { id: "gao", name: "Gao" },
  containers: 3,
  sent: new Set(Object.keys(metrics)),
  offer: { outputs: ["relay.1"], metrics: ["battery.soc"], hasPosition: true },
  locale: "en",
  nameOf: { chart: (name) => `Chart ${name}`, automation: (name) => `Automation ${name}` },
};
const nothing: Had = { charts: [], widgets: [], rules: [], automations: [] };

/** As the database gives it back: keys in another order. */
function kept<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(kept) as Value;
  if (typeof value !== "object" || value === null) return value;
  const pairs = Object.entries(value).map(([key, one]) => [key, kept(one)] as const);
  return Object.fromEntries(pairs.toReversed()) as Value;
}

/** What somebody has who has used an idea and then given it another name and place. */
function hadAfter(idea: Idea): Had {
  if (idea.kind === "chart")
    return {
      ...nothing,
      charts: [{ id: "it", isOwn: true, definition: { ...idea.chart, name: "Mine", tags: ["a"] } }],
    };
  if (idea.kind === "widget")
    return { ...nothing, widgets: [{ ...idea.widget, id: "it", title: "Mine", size: { w: 2, h: 2 }, pinned: true }] };
  if (idea.kind === "rule") return { ...nothing, rules: [{ id: "it", rule: idea.rule }] };
  const automation = { ...idea.automation, name: "Mine", shadow: false, priority: 1 };
  return { ...nothing, automations: [{ id: "it", automation }] };
}

test("each idea can be saved as it is, is not in use at first, and is in use once somebody has it", () => {
  const ideas = ideasFor(own, ideaKinds);
  expect(new Set(ideas.map(({ key }) => key)).size).toBe(ideas.length);
  for (const kind of ideaKinds) expect(ideas.some((one) => one.kind === kind)).toBe(true);
  for (const idea of ideas) {
    expect(idea.lacks, idea.key).toEqual([]);
    const found = {
      chart: () => KeptDefinition.safeParse((idea as { chart?: unknown }).chart),
      widget: () => Widget.safeParse((idea as { widget?: unknown }).widget),
      rule: () => WarningRuleInput.safeParse({ ...(idea as { rule?: object }).rule, sites: ["gao"] }),
      automation: () => Automation.safeParse((idea as { automation?: unknown }).automation),
    }[idea.kind]();
    expect(found.error, idea.key).toBeUndefined();
    expect(sameAs(idea, nothing), idea.key).toBeUndefined();
    const others = ideas.filter((one) => sameAs(one, kept(hadAfter(idea))) === "it");
    expect(others.map(({ key }) => key)).toEqual([idea.key]);
  }
});

test("an idea of a container names the measures that it lacks, and offers nothing to switch where nothing can be", () => {
  const bare = { ...own, sent: new Set(["solar.power", "load.power"]), offer: { ...own.offer!, outputs: [] } };
  const ideas = ideasFor(bare, ideaKinds);
  const lacksOf = (key: string) => ideas.find((one) => one.key === key)?.lacks;
  expect(lacksOf("chart-energy")).toEqual([]);
  expect(lacksOf("chart-power")).toEqual(["battery.soc"]);
  expect(lacksOf("rule-charge_low")).toEqual(["battery.soc"]);
  expect(lacksOf("rule-dark")).toEqual([]);
  expect(lacksOf("widget-charge")).toEqual(["battery.soc"]);
  expect(ideas.some(({ kind }) => kind === "automation")).toBe(false);
});

test("only kinds that somebody may make are offered, and an automation only watches until somebody lets it act", () => {
  expect(new Set(ideasFor(own, ["chart", "rule"]).map(({ kind }) => kind))).toEqual(new Set(["chart", "rule"]));
  for (const idea of ideasFor(own, ["automation"]))
    expect(idea).toMatchObject({ automation: { enabled: true, shadow: true, output: "relay.1" } });
});

test("a chart of somebody else is not one's own, and words are found without their accents and in any order", () => {
  const [idea] = ideasFor(own, ["chart"]);
  const had = hadAfter(idea!);
  expect(sameAs(idea!, { ...had, charts: had.charts.map((one) => ({ ...one, isOwn: false })) })).toBeUndefined();
  expect(hasWords("Énergie par jour, Gao", "gao energie")).toBe(true);
  expect(hasWords("Énergie par jour, Gao", "")).toBe(true);
  expect(hasWords("Énergie par jour, Gao", "lodwar")).toBe(false);
});

test("what a rule or an automation goes by is drawn, also where it is no metric of its own; only what goes by none is not", () => {
  const undrawn = ideasFor(own, ["rule", "automation"]).filter((idea) => !("chart" in idea && idea.chart));
  expect(undrawn.map(({ key }) => key)).toEqual(["rule-command_failed", "rule-data_bundle"]);
  const silent = ideasFor(own, ["rule"]).find(({ key }) => key === "rule-dark");
  expect(silent).toMatchObject({ chart: { series: [{ metric: "load.power" }] } });
});

test("without a kind or words the first of each kind are shown, in their order", () => {
  const ideas = (["chart", "chart", "widget", "chart", "rule", "widget"] as const).map((kind, at) => ({
    idea: { kind },
    at,
  }));
  expect(firstOfEach(ideas, 1).map(({ at }) => at)).toEqual([0, 2, 4]);
  expect(firstOfEach(ideas, 2).map(({ at }) => at)).toEqual([0, 1, 2, 4, 5]);
  expect(firstOfEach(ideas, 9)).toEqual(ideas);
});

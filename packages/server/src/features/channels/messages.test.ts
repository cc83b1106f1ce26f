import { septets } from "@offgrid/contract/channels/gsm7";
import type { NewsKind } from "@offgrid/contract/channels/delivery-moves";
import type { LocaleCode } from "@offgrid/contract/core/constants";
import { expect, test } from "vitest";

import type { MessageItem, NotifiedWarning } from "./message.ts";
import { smsOf, wordMessage } from "./message-words.ts";

const raisedMs = Date.UTC(2026, 10, 20, 11, 2);
const rule = {
  ruleName: "Charge low",
  sites: ["gao"],
  conditions: [
    { name: "Charge low", type: "below", attributes: ["battery.soc"], threshold: 20, clearAt: 25, duration: 600 },
  ],
};
const warning: NotifiedWarning = {
  containerId: "gao",
  containerName: "Gao",
  zoneName: "Africa/Bamako",
  content: "Charge low",
  note: "Save power",
  severity: "warning",
  attribute: "battery.soc",
  value: 18.4,
  raisedMs,
  clearedMs: null,
  closeReason: null,
  rule,
  ruleId: "r",
  ruleName: "Charge low",
  ownerName: "Awa Diallo",
  ruleShown: "own",
  clusterId: null,
  kitId: null,
};

function item(kind: NewsKind, more: Partial<MessageItem> = {}): MessageItem {
  return {
    deliveryId: 1,
    incidentId: "i",
    kind,
    severity: "warning",
    isFirst: kind === "raised",
    warnings: [warning],
    containers: 1,
    dark: null,
    ...more,
  };
}
const how = (language: LocaleCode, template: string | null = null) => ({
  language,
  portalName: "Offgrid Portal",
  url: "https://portal.example.org",
  template,
});
const worded = (items: readonly MessageItem[], language: LocaleCode = "en", template: string | null = null) =>
  wordMessage({ items }, how(language, template));
const plain = (text: string) => text.replaceAll(/\s/g, " ");

test("a message says what, where, since when, how much, what to do, and by which rule", () => {
  const { subject, paragraphs, link } = worded([item("raised")]);
  expect([subject, ...paragraphs].map(plain)).toEqual([
    "Warning: Charge low, Gao",
    "Measured: State of charge 18 %.",
    "Since 20 Nov, 11:02 am (Africa/Bamako).",
    "What to do: Save power",
    "You are told because your rule “Charge low” warns when state of charge is below 20 % for 10 min (until it is back at 25 %).",
  ]);
  expect(link).toBe("https://portal.example.org/warning/history?incident=i");
});

test("a message of several incidents leads to the list of all", () => {
  const two = [item("raised"), item("raised", { incidentId: "j" })];
  expect(worded(two).link).toBe("https://portal.example.org/warning/history");
  expect(worded([item("reminder"), item("changed")]).link).toBe(
    "https://portal.example.org/warning/history?incident=i",
  );
});

test("the same in French", () => {
  const { subject, paragraphs, link } = worded([item("raised")], "fr");
  expect([subject, ...paragraphs].map(plain)).toEqual([
    "Alerte : Charge basse, Gao",
    "Mesuré : État de charge 18 %.",
    "Depuis 20 nov., 11:02 AM (Africa/Bamako).",
    "Que faire : Save power",
    "Vous êtes prévenu parce que votre règle « Charge basse » alerte quand « État de charge » est en dessous de 20 % depuis 10 min (jusqu’au retour à 25 %).",
  ]);
  expect(link).toBe("https://portal.example.org/fr/warning/history?incident=i");
});

test("a message says whose rule it is, and leads to it where the person may look at it", () => {
  const about = (more: Partial<NotifiedWarning>, language: LocaleCode = "en") => {
    const { paragraphs, rules } = worded([item("raised", { warnings: [{ ...warning, ...more }] })], language);
    return [plain(paragraphs.at(-1) ?? "").replace(/(warns|alerte).*/, "…"), ...rules.map(({ link }) => link)];
  };
  const [own, others] = ["/warning/r", "/warning/other-users?search=Charge+low"];
  const portal = "https://portal.example.org";
  expect(about({})).toEqual(["You are told because your rule “Charge low” …", `${portal}${own}`]);
  expect(about({ ruleShown: "others" })).toEqual([
    "You are told because “Charge low”, a rule of Awa Diallo, …",
    `${portal}${others}`,
  ]);
  expect(about({ ruleShown: null }, "fr")).toEqual([
    "Vous êtes prévenu parce que « Charge basse », une règle d’Awa Diallo, …",
  ]);
  expect(about({ ruleShown: null, ownerName: "Moussa" }, "fr")).toEqual([
    "Vous êtes prévenu parce que « Charge basse », une règle de Moussa, …",
  ]);
  expect(about({ ruleShown: null, ownerName: null })).toEqual(["You are told because the rule “Charge low” …"]);
  // Of a rule that is gone nobody knows what it said.
  expect(about({ rule: undefined, ruleId: null, ruleShown: null })).toEqual(["What to do: Save power"]);
});

test("a message says the levels that its container has of its own", () => {
  const overrides = [{ clusterId: "north", threshold: 15, duration: 60 }];
  const own = { ...rule, conditions: rule.conditions.map((condition) => ({ ...condition, overrides })) };
  const { paragraphs } = worded([item("raised", { warnings: [{ ...warning, rule: own, clusterId: "north" }] })]);
  expect(plain(paragraphs.at(-1) ?? "")).toBe(
    "You are told because your rule “Charge low” warns when state of charge is below 15 % for 1 min.",
  );
});

test("of several warnings a message names the first, and says how many more there are", () => {
  const about = (count: number, language: LocaleCode) => {
    const warnings = ["Charge low", "Door open", "Inside hot"]
      .slice(0, count)
      .map((content) => ({ ...warning, content }));
    return plain(worded([item("raised", { warnings })], language).subject);
  };
  expect(about(2, "en")).toBe("Warning: Charge low and 1 more warning, Gao");
  expect(about(3, "en")).toBe("Warning: Charge low and 2 more warnings, Gao");
  expect(about(2, "fr")).toBe("Alerte : Charge basse et 1 autre alerte, Gao");
  expect(about(3, "fr")).toBe("Alerte : Charge basse et 2 autres alertes, Gao");
});

test("what is over says when it was, and neither what to do nor why", () => {
  const over = { ...warning, clearedMs: raisedMs + 3_600_000 };
  const { subject, paragraphs } = worded([item("cleared", { warnings: [over] })]);
  expect([subject, ...paragraphs].map(plain)).toEqual([
    "Over: Charge low, Gao",
    "It was over at 20 Nov, 12:02 pm (Africa/Bamako).",
  ]);
});

test.each([
  ["rule_removed", "Over, since its rule was deleted", "Terminé, car sa règle a été supprimée :"],
  ["rule_changed", "Over, since its rule was changed", "Terminé, car sa règle a été modifiée :"],
  ["data", "Over", "Terminé :"],
] as const)("what ended with the reason %s says whether its rule did", (closeReason, inEnglish, inFrench) => {
  const items = [item("cleared", { warnings: [{ ...warning, clearedMs: raisedMs + 3_600_000, closeReason }] })];
  expect(worded(items).subject).toBe(`${inEnglish}: Charge low, Gao`);
  expect(plain(worded(items, "fr").subject)).toBe(`${inFrench} Charge basse, Gao`);
  expect(smsOf(worded(items))).toBe(`${inEnglish}: Charge low, Gao`);
});

test("what would have warned while a container was dark is one sentence", () => {
  const dark = {
    containerName: "Gao",
    zoneName: "Africa/Bamako",
    fromMs: Date.UTC(2026, 10, 20, 2, 2),
    toMs: Date.UTC(2026, 10, 20, 9, 40),
    items: [
      { content: "SOC below 20 %", lastedMs: 70 * 60_000 },
      { content: "Inside above 47 °C", lastedMs: 25 * 60_000 },
    ],
    more: 2,
  };
  const { subject, paragraphs } = worded([item("while_dark", { dark, warnings: [] })]);
  expect([subject, ...paragraphs].map(plain)).toEqual([
    "While Gao was dark",
    "While Gao was dark, from 20 Nov, 2:02 am to 20 Nov, 9:40 am (Africa/Bamako): SOC below 20 % for 1 h 10, Inside above 47 °C for 25 min, 2 more.",
  ]);
});

type Condition = Record<string, unknown>;
const command = { type: "command", attributes: [], threshold: 1, window: 3_600 };
const expected = { type: "expected", attributes: ["solar.power", "solar.irradiance"], threshold: 70 };
test.each<[string, Condition, string | null, number, string, string, string]>([
  [
    "hours to a cut",
    { type: "forecast", attributes: ["hours_to_reserve"], threshold: 6 },
    "hours_to_reserve",
    2.31,
    "Time until the cut-off: 2 h 19.",
    "Temps avant le seuil de coupure : 2 h 19.",
    " (2 h 19)",
  ],
  [
    "a chance",
    { type: "forecast", attributes: ["chance"], threshold: 30 },
    "chance",
    41,
    "Chance of reaching the cut-off: 41 %.",
    "Probabilité d’atteindre le seuil de coupure : 41 %.",
    " (41 %)",
  ],
  ["commands to any output", command, "", 1, "Commands not carried out: 1.", "Commandes non exécutées : 1.", ""],
  [
    "commands to an output",
    { ...command, attributes: ["relay.1"] },
    "relay.1",
    2,
    "Commands to relay.1 not carried out: 2.",
    "Commandes de relay.1 non exécutées : 2.",
    "",
  ],
  [
    "a data bundle",
    { type: "bundle", attributes: ["data_used"], threshold: 80 },
    null,
    84,
    "Data bundle used until now: 84 %.",
    "Forfait de données utilisé jusqu’ici : 84 %.",
    " (84 %)",
  ],
  [
    "what neighbours give",
    { type: "neighbours", attributes: [], threshold: 85, duration: 86_400 },
    null,
    62,
    "Yield against neighbouring containers: 62 %.",
    "Production par rapport aux conteneurs voisins : 62 %.",
    " (62 %)",
  ],
  [
    "what is usual",
    expected,
    null,
    48.7,
    "Solar power, against what it usually is: 49 %.",
    "Puissance solaire, par rapport à sa valeur habituelle : 49 %.",
    " (49 %)",
  ],
  [
    "a fall",
    { type: "change", attributes: ["battery.soc"], threshold: -20, window: 3_600 },
    "battery.soc",
    -30,
    "State of charge, change: −30 %.",
    "État de charge, variation : −30 %.",
    " (−30 %)",
  ],
])("a figure of %s is named in words, with its unit", (_, condition, attribute, value, inEnglish, inFrench, brief) => {
  const own = { ...rule, conditions: [{ name: "Own", duration: 0, ...condition }] };
  const items = [item("raised", { warnings: [{ ...warning, attribute, value, rule: own }] })];
  expect(worded(items).paragraphs.map(plain)).toContain(inEnglish);
  expect(worded(items, "fr").paragraphs.map(plain)).toContain(inFrench);
  expect(plain(smsOf(worded(items)))).toBe(
    `Warning: Charge low, Gao${brief.replace("−", "-")}. What to do: Save power`,
  );
});

test("of a rule with several conditions a message says which was met, and its figure as that one has it", () => {
  const conditions = [
    { name: "Low", type: "below", attributes: ["battery.soc"], threshold: 20, duration: 0 },
    { name: "Falls", type: "change", attributes: ["battery.soc"], threshold: -20, window: 3_600, duration: 0 },
  ];
  const said = (content: string, value: number) => {
    const own = { ...rule, match: "any", conditions };
    const { subject, paragraphs } = worded([item("raised", { warnings: [{ ...warning, content, value, rule: own }] })]);
    return [subject, plain(paragraphs[0] ?? "")];
  };
  expect(said("Low", 18)).toEqual(["Warning: Low, Gao", "Measured: State of charge 18 %."]);
  expect(said("Falls", -30)).toEqual(["Warning: Falls, Gao", "State of charge, change: −30 %."]);
});

test("a figure of a rule that is gone is left out where it has no name", () => {
  const gone = (attribute: string | null) => [
    item("raised", { warnings: [{ ...warning, attribute, value: 1, rule: undefined }] }),
  ];
  for (const attribute of ["", "relay.1", null])
    expect(worded(gone(attribute)).paragraphs.map(plain)).toEqual([
      "Since 20 Nov, 11:02 am (Africa/Bamako).",
      "What to do: Save power",
    ]);
});

test("each time in a message of places in several zones names its zone", () => {
  const ndjamena = { ...warning, containerName: "Abéché", zoneName: "Africa/Ndjamena" };
  const { paragraphs } = worded([item("raised"), item("raised", { incidentId: "j", warnings: [ndjamena] })]);
  expect(paragraphs.map(plain).filter((one) => one.startsWith("Since"))).toEqual([
    "Since 20 Nov, 11:02 am (Africa/Bamako).",
    "Since 20 Nov, 12:02 pm (Africa/Ndjamena).",
  ]);
});

const many = item("raised", {
  severity: "critical",
  containers: 500,
  warnings: ["Tombouctou Énergie", "Ségou château d’eau", "Mopti œuvre", "Gao"].map((containerName) => ({
    ...warning,
    containerName,
    content: "Cœur de batterie très chaud",
    note: "Éteindre les charges, aérer le conteneur, appeler l’équipe de garde et attendre la fraîcheur du soir",
  })),
});

test.each<[string, LocaleCode, readonly MessageItem[], string | null, string]>([
  ["a warning", "en", [item("raised")], null, "Warning: Charge low, Gao (18 %). What to do: Save power"],
  ["a warning", "fr", [item("raised")], null, "Alerte : Charge basse, Gao (18 %). Que faire : Save power"],
  ["an end", "en", [item("cleared")], null, "Over: Charge low, Gao"],
  ["an end", "fr", [item("cleared")], null, "Terminé : Charge basse, Gao"],
  [
    "hundreds of containers with accents",
    "fr",
    [many],
    null,
    "Critique : Coeur de batterie très chaud, Tombouctou Énergie, Ségou château d'eau, Mopti oeuvre et 497 autres (18 %). Que faire : Éteindre les charges, aérer...",
  ],
  [
    "two at once",
    "en",
    [item("raised"), item("cleared", { incidentId: "j" })],
    null,
    "Warning: Charge low, Gao (18 %). What to do: Save power / Over: Charge low, Gao",
  ],
  [
    "a person's own words",
    "en",
    [item("raised")],
    "{where} {what} {value} {link}",
    "Gao Charge low 18 % https://portal.example.org/warning/history?incident=i",
  ],
  [
    "words without a value",
    "en",
    [item("raised", { warnings: [{ ...warning, value: null }] })],
    "{what}: {value}",
    "Charge low",
  ],
])("an SMS of %s (%s) is one of 160 letters at most", (_, language, items, template, expected) => {
  const text = smsOf(worded(items, language, template));
  expect(plain(text)).toBe(expected.replaceAll("â", "a"));
  expect(septets(text)).toBeLessThanOrEqual(160);
});

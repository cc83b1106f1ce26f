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
  rule,
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
    "Since 20 Nov, 11:02 am.",
    "What to do: Save power",
    "You are told because a rule warns when state of charge is below 20 % for 10 min (until it is back at 25 %).",
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
    "Depuis 20 nov., 11:02 AM.",
    "Que faire : Save power",
    "Vous êtes prévenu parce qu’une règle alerte quand « État de charge » est en dessous de 20 % depuis 10 min (jusqu’au retour à 25 %).",
  ]);
  expect(link).toBe("https://portal.example.org/fr/warning/history?incident=i");
});

test("what is over says when it was, and neither what to do nor why", () => {
  const over = { ...warning, clearedMs: raisedMs + 3_600_000 };
  const { subject, paragraphs } = worded([item("cleared", { warnings: [over] })]);
  expect([subject, ...paragraphs].map(plain)).toEqual(["Over: Charge low, Gao", "It was over at 20 Nov, 12:02 pm."]);
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
    "While Gao was dark, from 20 Nov, 2:02 am to 20 Nov, 9:40 am: SOC below 20 % for 1 h 10, Inside above 47 °C for 25 min, 2 more.",
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

import { expect, test } from "vitest";

import { ruleOf } from "./warning-bench.ts";
import { warningSentence, type WarningNames } from "./warning-words.ts";

const namesIn = (words: Record<string, string>): WarningNames => ({
  output: (target) => target,
  metric: (name) => words[name] ?? name,
  value: (metric, value) => (metric === "battery.soc" ? `${value}\u00A0%` : `${value}`),
  duration: (seconds) => (seconds < 3600 ? `${seconds / 60}\u00A0min` : `${seconds / 3600}\u00A0h`),
  time: (time) => time,
  weekday: (day) => `d${day}`,
  whose: ({ containerId, clusterId, kitId }) => containerId ?? clusterId ?? `kit ${kitId}`,
});
const english = namesIn({ "battery.soc": "State of charge", "inside.temperature": "Inside temperature" });
const french = namesIn({ "battery.soc": "État de charge", "inside.temperature": "Température intérieure" });
const plain = (text: string) => text.replaceAll(/[\u00A0\u202F]/g, " ");

type Rule = Parameters<typeof ruleOf>;

test.each<[string, string, Rule]>([
  [
    "Warns when state of charge is below 20 % for 10 min (until it is back at 25 %), critical at 10 % after 5 min.",
    "Alerte quand « État de charge » est en dessous de 20 % depuis 10 min (jusqu’au retour à 25 %), critique à 10 % après 5 min.",
    [[{ duration: 600, clearAt: 25, critical: { threshold: 10, duration: 300 } }]],
  ],
  [
    "Raises the alarm when nothing arrives from the container for 15 min.",
    "Donne l’alarme quand plus rien n’arrive du conteneur depuis 15 min.",
    [[{ type: "silent", attributes: [], threshold: undefined, duration: 900 }], { severity: "critical" }],
  ],
  [
    "Informs when one of state of charge or inside temperature is not between 5 % and 45 % or state of charge falls by more than 30 % within 1 h.",
    "Informe quand l’une de ces valeurs, « État de charge » ou « Température intérieure », n’est pas entre 5 % et 45 % ou que « État de charge » baisse de plus de 30 % en 1 h.",
    [
      [
        { type: "outside", attributes: ["battery.soc", "inside.temperature"], threshold: [5, 45] },
        { type: "change", threshold: -30, window: 3600 },
      ],
      { severity: "info", match: "any" },
    ],
  ],
  [
    "Warns when state of charge is below 70 % of what it usually is with as much inside temperature for 1 h (until it is back at 80 %), critical at 50 %.",
    "Alerte quand « État de charge » est en dessous de 70 % de sa valeur habituelle pour autant de « Température intérieure » depuis 1 h (jusqu’au retour à 80 %), critique à 50 %.",
    [
      [
        {
          type: "expected",
          attributes: ["battery.soc", "inside.temperature"],
          threshold: 70,
          clearAt: 80,
          duration: 3600,
          critical: { threshold: 50 },
        },
      ],
    ],
  ],
  [
    "Warns when state of charge is below 20 % for 1 min and inside temperature is above 40 for 1 min (until it is back at 30), critical at 10 %.",
    "Alerte quand « État de charge » est en dessous de 20 % depuis 1 min et que « Température intérieure » est au-dessus de 40 depuis 1 min (jusqu’au retour à 30), critique à 10 %.",
    [
      [
        { duration: 60, critical: { threshold: 10 } },
        { type: "above", attributes: ["inside.temperature"], threshold: 40, clearAt: 30, duration: 60 },
      ],
      { match: "all" },
    ],
  ],
  [
    "Warns when state of charge is below 60 % of what it usually is under a clear sky.",
    "Alerte quand « État de charge » est en dessous de 60 % de sa valeur habituelle par ciel clair.",
    [[{ type: "expected", attributes: ["battery.soc"], threshold: 60 }]],
  ],
  [
    "Warns when it happens 5 times or more within 1 h that inside temperature is above 40, critical from 9 on.",
    "Alerte quand il arrive au moins 5 fois en 1 h que « Température intérieure » est au-dessus de 40, critique à partir de 9.",
    [
      [
        {
          type: "repeats",
          attributes: [],
          counted: { type: "above", attributes: ["inside.temperature"], threshold: 40 },
          threshold: 5,
          window: 3600,
          critical: { threshold: 9 },
        },
      ],
    ],
  ],
  [
    "Warns when load.energy grows by more than 80 % of 1,300.5 kWh in the month, critical at 100 %.",
    "Alerte quand « load.energy » augmente de plus de 80 % de 1 300,5 kWh dans le mois, critique à 100 %.",
    [
      [
        {
          type: "budget",
          attributes: ["load.energy"],
          budget: { limit: 1_300_500, period: "month" },
          threshold: 80,
          critical: { threshold: 100 },
        },
      ],
    ],
  ],
  [
    "Warns when the forecast leaves less than 12 h until the cut-off and “door.opened” is reported once or more within 1 h, only between 18:00 and 30 min before sunrise on d1, d7.",
    "Alerte quand la prévision laisse moins de 12 h avant le seuil de coupure et que « door.opened » est signalé au moins 1 fois en 1 h, seulement entre 18:00 et 30 min avant le lever du soleil (d1, d7).",
    [
      [
        { type: "forecast", attributes: ["hours_to_reserve"], threshold: 12 },
        { type: "event", attributes: ["door.opened"], threshold: 1, window: 3600 },
      ],
      { activeHours: { from: { time: "18:00" }, to: { sun: "sunrise", offsetMinutes: -30 }, days: [7, 1] } },
    ],
  ],
  [
    "Warns when state of charge is not 1 % or 2 %, as long as inside temperature is above 3 and state of charge and inside temperature are more than 4 % apart.",
    "Alerte quand « État de charge » ne vaut pas 1 % ou 2 %, tant que « Température intérieure » est au-dessus de 3 et que « État de charge » et « Température intérieure » s’écartent de plus de 4 %.",
    [
      [
        {
          type: "state",
          not: true,
          threshold: [1, 2],
          when: [
            { type: "above", attributes: ["inside.temperature"], threshold: 3 },
            { type: "spread", attributes: ["battery.soc", "inside.temperature"], threshold: 4 },
          ],
        },
      ],
    ],
  ],
  [
    "Warns when 2 commands to relay.1 are not carried out within 24 h and inside temperature is more than 4 below state of charge and state of charge does not move by more than 0 % while inside temperature does.",
    "Alerte quand 2 commandes de relay.1 ne sont pas exécutées en 24 h et que « Température intérieure » reste de plus de 4 sous « État de charge » et que « État de charge » ne bouge pas de plus de 0 % alors que « Température intérieure » bouge.",
    [
      [
        { type: "command", attributes: ["relay.1"], threshold: 2, window: 86_400 },
        { type: "compare", attributes: ["inside.temperature", "battery.soc"], threshold: -4 },
        { type: "stuck", attributes: ["battery.soc", "inside.temperature"], threshold: 0 },
      ],
    ],
  ],
  [
    "Warns when a command is not carried out, critical from 3 within 24 h or “door.opened” is reported 2 times or more within 1 h, critical from 5 on.",
    "Alerte quand une commande n’est pas exécutée, critique à partir de 3 en 24 h ou que « door.opened » est signalé au moins 2 fois en 1 h, critique à partir de 5.",
    [
      [
        { type: "command", attributes: [], threshold: 1, window: 86_400, critical: { threshold: 3 } },
        { type: "event", attributes: ["door.opened"], threshold: 2, window: 3600, critical: { threshold: 5 } },
      ],
      { match: "any" },
    ],
  ],
  [
    "Warns when the panels give less than 85 % of what those of neighbouring containers give for 72 h (until it is back at 92 %), critical at 60 %.",
    "Alerte quand les panneaux produisent moins de 85 % de ce que produisent ceux des conteneurs voisins depuis 72 h (jusqu’au retour à 92 %), critique à 60 %.",
    [
      [
        {
          type: "neighbours",
          attributes: [],
          threshold: 85,
          clearAt: 92,
          critical: { threshold: 60 },
          duration: 3 * 86_400,
        },
      ],
    ],
  ],
  [
    "Warns when more than 100 % of the data bundle will be used by its renewal or more than 80 % of the data bundle is used, critical at 100 %.",
    "Alerte quand plus de 100 % du forfait de données sera utilisé d’ici au renouvellement ou que plus de 80 % du forfait de données est utilisé, critique à 100 %.",
    [
      [
        { type: "bundle", attributes: ["data_projected"], threshold: 100 },
        { type: "bundle", attributes: ["data_used"], threshold: 80, critical: { threshold: 100 } },
      ],
      { match: "any" },
    ],
  ],
  [
    "Warns when state of charge is below 20 % for 10 min (but for Gao at 15 % after 5 min until it is back at 25 %; not for north; for kit small after 1 h).",
    "Alerte quand « État de charge » est en dessous de 20 % depuis 10 min (mais pour Gao à 15 % après 5 min jusqu’au retour à 25 % ; pas pour north ; pour kit small après 1 h).",
    [
      [
        {
          duration: 600,
          overrides: [
            { containerId: "Gao", threshold: 15, duration: 300, clearAt: 25 },
            { clusterId: "north", off: true },
            { kitId: "small", duration: 3600 },
          ],
        },
      ],
    ],
  ],
  [
    "Warns when state of charge is 1 % (but for Gao at 2 % or 3 %) or state of charge is not between 5 % and 45 % (but for north at 10 % and 40 %) or nothing arrives from the container (but differently for 4 containers, clusters or kits).",
    "Alerte quand « État de charge » vaut 1 % (mais pour Gao à 2 % ou 3 %) ou que « État de charge » n’est pas entre 5 % et 45 % (mais pour north à 10 % et 40 %) ou que plus rien n’arrive du conteneur (mais autrement pour 4 conteneurs, groupes ou kits).",
    [
      [
        { type: "state", threshold: [1], overrides: [{ containerId: "Gao", threshold: [2, 3] }] },
        { type: "outside", threshold: [5, 45], overrides: [{ clusterId: "north", threshold: [10, 40] }] },
        {
          type: "silent",
          attributes: [],
          threshold: undefined,
          overrides: ["a", "b", "c", "d"].map((kitId) => ({ kitId, off: true })),
        },
      ],
      { match: "any" },
    ],
  ],
  // The clear level of the others does not hold beside an own threshold.
  [
    "Warns when state of charge is below 20 % (until it is back at 25 %) (but for Gao at 15 % until it is back at 15 %; for north after 1 h).",
    "Alerte quand « État de charge » est en dessous de 20 % (jusqu’au retour à 25 %) (mais pour Gao à 15 % jusqu’au retour à 15 % ; pour north après 1 h).",
    [
      [
        {
          clearAt: 25,
          overrides: [
            { containerId: "Gao", threshold: 15 },
            { clusterId: "north", duration: 3600 },
          ],
        },
      ],
    ],
  ],
])("%s", (inEnglish, inFrench, [conditions, more]) => {
  const rule = ruleOf(conditions, more);
  expect(plain(warningSentence(rule, "en", english))).toBe(inEnglish);
  expect(plain(warningSentence(rule, "fr", french))).toBe(inFrench);
});

test("what is not filled in yet is left open", () => {
  const rule = ruleOf([{}]);
  const conditions = rule.conditions.map((one) => ({ ...one, attributes: [""], threshold: Number.NaN }));
  expect(warningSentence({ ...rule, conditions }, "en", english)).toBe("Warns when … is below ….");
});

test("a sentence says of each figure whether it lies between two values of what it looks at", () => {
  const words = namesIn({ "battery.temperature": "Battery", "inside.temperature": "Inside" });
  const value: WarningNames["value"] = (_metric, number, isDifference) =>
    isDifference ? `${number} apart` : `${number}`;
  const sentence = (...conditions: Parameters<typeof ruleOf>[0]) =>
    plain(warningSentence(ruleOf(conditions), "en", { ...words, value }));
  const attributes = ["battery.temperature", "inside.temperature"];
  const critical = { threshold: 20 };
  expect(sentence({ type: "compare", attributes, threshold: 10, clearAt: 8, critical })).toContain(
    "more than 10 apart above inside (until it is back at 8 apart), critical at 20 apart",
  );
  expect(sentence({ type: "spread", attributes, threshold: 10 })).toContain("10 apart");
  expect(sentence({ type: "change", attributes: ["battery.temperature"], threshold: -5, window: 3_600 })).toContain(
    "5 apart",
  );
  expect(sentence({ type: "stuck", attributes, threshold: 1 })).toContain("1 apart");
  expect(sentence({ type: "above", attributes, threshold: 10, clearAt: 8, critical })).not.toContain("apart");
});

import type { SuggestedRule } from "./suggested-rule.ts";

/** Of what a container lives on: sun, fuel and mobile data. */

const minute = 60;
const hour = 3_600;
const day = 86_400;

export const supplyRules: readonly SuggestedRule[] = [
  {
    key: "yield_low",
    isUsual: false,
    severity: "warning",
    conditions: [
      {
        type: "expected",
        attributes: ["solar.power", "solar.irradiance"],
        duration: hour,
        threshold: 70,
        clearAt: 80,
        when: [{ type: "below", attributes: ["battery.soc"], threshold: 95 }],
      },
    ],
    en: {
      ruleName: "Too little from the panels",
      note: "Compare the strings at their charger, look for a blown fuse or a loose plug, then for dust and shade.",
    },
    fr: {
      ruleName: "Trop peu de courant des panneaux",
      note: "Comparez les chaînes au régulateur, cherchez un fusible fondu ou une fiche lâche, puis la poussière et l’ombre.",
    },
  },
  {
    key: "yield_below_neighbours",
    isUsual: false,
    severity: "warning",
    conditions: [
      {
        type: "neighbours",
        attributes: [],
        duration: 3 * day,
        threshold: 85,
        clearAt: 92,
        critical: { threshold: 60, clearAt: 85 },
        noData: "clear",
      },
    ],
    en: {
      ruleName: "Yield below neighbours",
      note: "Look for dust, new shade and a string that gives nothing; check the peak power that is entered.",
    },
    fr: {
      ruleName: "Production inférieure aux voisins",
      note: "Cherchez poussière, nouvelle ombre et chaîne sans courant ; vérifiez la puissance crête saisie.",
    },
  },
  {
    key: "fuel_low",
    isUsual: false,
    severity: "warning",
    conditions: [
      {
        type: "below",
        attributes: ["tank.fuel.1.level", "tank.fuel.2.level"],
        duration: 10 * minute,
        threshold: 20,
        clearAt: 25,
        critical: { threshold: 10, clearAt: 15 },
      },
    ],
    en: { ruleName: "Fuel low", note: "Order fuel, and keep what is left for the nights." },
    fr: { ruleName: "Carburant bas", note: "Commandez du carburant et gardez le reste pour les nuits." },
  },
  {
    key: "data_bundle",
    isUsual: false,
    severity: "warning",
    conditions: [{ type: "bundle", attributes: ["data_projected"], duration: 6 * hour, threshold: 100, clearAt: 95 }],
    en: {
      ruleName: "Data bundle too small",
      note: "Look for what sends so much, send less often, or take a larger bundle before it is used up.",
    },
    fr: {
      ruleName: "Forfait de données insuffisant",
      note: "Cherchez ce qui envoie autant, espacez les envois, ou prenez un plus grand forfait avant la fin.",
    },
  },
];

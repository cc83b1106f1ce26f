import type { SuggestedRule } from "./suggested-rule.ts";
import { supplyRules } from "./suggested-supply-rules.ts";

/**
 * Rules that suit nearly every container, to take over with one click. Their levels stand where healthy equipment never
 * comes: a test replays real recordings against them. No schema library here: screens import it whole.
 */

const minute = 60;
const hour = 3_600;
const day = 86_400;

export const suggestedRules: readonly SuggestedRule[] = [
  {
    key: "dark",
    isUsual: true,
    severity: "warning",
    conditions: [{ type: "silent", attributes: [], duration: 15 * minute, critical: { duration: 6 * hour } }],
    en: {
      ruleName: "Container silent",
      note: "Check the mobile network first, then call somebody near it to look at the power of the controller.",
    },
    fr: {
      ruleName: "Conteneur muet",
      note: "Vérifiez d’abord le réseau mobile, puis demandez à quelqu’un sur place si le contrôleur est alimenté.",
    },
  },
  {
    key: "cut",
    isUsual: true,
    severity: "critical",
    conditions: [{ type: "cut", attributes: [], duration: minute }],
    en: {
      ruleName: "Loads are cut",
      note: "See what cut them: an empty battery, the inverter or a switch. Bring power back before the cold chain suffers.",
    },
    fr: {
      ruleName: "Charges coupées",
      note: "Voyez ce qui les a coupées : batterie vide, onduleur ou interrupteur. Rétablissez le courant avant que le froid ne se perde.",
    },
  },
  {
    key: "cut_ahead",
    isUsual: true,
    // As every screen shows loads that will be cut (decision 149); another four hours ahead are too few to do anything.
    severity: "critical",
    conditions: [
      { type: "forecast", attributes: ["hours_to_reserve"], duration: 0, threshold: 12, clearAt: 18 },
      { type: "forecast", attributes: ["chance"], duration: 0, threshold: 50, clearAt: 30 },
    ],
    // What then happens depends on the container: loads are cut, or its generator is needed.
    en: {
      ruleName: "Battery soon at its cut-off",
      note: "Switch off what is not needed, or start the generator before the reserve is reached.",
    },
    fr: {
      ruleName: "Batterie bientôt au seuil de coupure",
      note: "Coupez ce qui n’est pas nécessaire, ou démarrez le groupe électrogène avant que la réserve soit atteinte.",
    },
  },
  {
    key: "charge_low",
    isUsual: true,
    severity: "warning",
    conditions: [
      {
        type: "below",
        attributes: ["battery.soc"],
        duration: 10 * minute,
        threshold: 20,
        clearAt: 25,
        critical: { threshold: 10, clearAt: 15 },
      },
    ],
    en: { ruleName: "Charge low", note: "Switch off what is not needed, and see whether the panels still charge." },
    fr: {
      ruleName: "Charge basse",
      note: "Coupez ce qui n’est pas nécessaire et vérifiez que les panneaux chargent encore.",
    },
  },
  {
    key: "cells_apart",
    isUsual: true,
    severity: "warning",
    conditions: [
      {
        type: "above",
        attributes: ["battery.cell_spread"],
        duration: 30 * minute,
        threshold: 80,
        clearAt: 50,
        critical: { threshold: 160, clearAt: 100 },
      },
    ],
    en: {
      ruleName: "Cells apart",
      note: "Let the battery charge fully so that it balances; if the spread stays, have the weakest cell checked.",
    },
    fr: {
      ruleName: "Cellules déséquilibrées",
      note: "Laissez la batterie se charger entièrement pour l’équilibrer ; si l’écart reste, faites contrôler la cellule la plus faible.",
    },
  },
  {
    key: "cell_voltage",
    isUsual: false,
    severity: "warning",
    conditions: [
      {
        type: "outside",
        attributes: ["battery.cell_min", "battery.cell_max"],
        duration: minute,
        threshold: [2.9, 3.55],
        clearAt: [3, 3.5],
        critical: { threshold: [2.8, 3.65], clearAt: [2.9, 3.55] },
      },
    ],
    en: {
      ruleName: "Cell voltage out of range (LFP)",
      note: "Too low: switch off loads. Too high: lower the charging voltage, and have the battery checked.",
    },
    fr: {
      ruleName: "Tension de cellule hors plage (LFP)",
      note: "Trop basse : coupez des charges. Trop haute : baissez la tension de charge et faites contrôler la batterie.",
    },
  },
  {
    key: "battery_hot",
    isUsual: true,
    severity: "warning",
    conditions: [
      {
        type: "above",
        attributes: ["battery.temperature"],
        duration: 10 * minute,
        threshold: 45,
        clearAt: 42,
        critical: { threshold: 55, clearAt: 50 },
      },
    ],
    en: { ruleName: "Battery hot", note: "Look at the ventilation and the air conditioning, and lower the load." },
    fr: { ruleName: "Batterie chaude", note: "Vérifiez la ventilation et la climatisation, et réduisez la charge." },
  },
  {
    key: "charging_cold",
    isUsual: true,
    severity: "warning",
    conditions: [
      {
        type: "below",
        attributes: ["battery.temperature"],
        duration: 5 * minute,
        threshold: 5,
        clearAt: 8,
        critical: { threshold: 0, clearAt: 5 },
        when: [{ type: "above", attributes: ["battery.current"], threshold: 1 }],
      },
    ],
    en: {
      ruleName: "Charging a cold battery",
      note: "Lithium batteries are damaged by charging below 0 °C: warm the room, or limit the charging current.",
    },
    fr: {
      ruleName: "Charge d’une batterie froide",
      note: "La charge sous 0 °C abîme les batteries au lithium : chauffez le local ou limitez le courant de charge.",
    },
  },
  {
    key: "inverter_fault",
    isUsual: true,
    severity: "critical",
    conditions: [{ type: "state", attributes: ["inverter.state"], duration: minute, threshold: [4] }],
    en: {
      ruleName: "Inverter fault",
      note: "Read the fault on the inverter, then restart it; if it returns, send a technician.",
    },
    fr: {
      ruleName: "Défaut de l’onduleur",
      note: "Lisez le défaut sur l’onduleur, puis redémarrez-le ; s’il revient, envoyez un technicien.",
    },
  },
  {
    key: "inside_hot",
    isUsual: false,
    severity: "warning",
    conditions: [
      {
        type: "above",
        attributes: ["inside.temperature"],
        duration: 15 * minute,
        threshold: 43,
        clearAt: 38,
        critical: { threshold: 49, clearAt: 43 },
      },
    ],
    en: { ruleName: "Hot inside", note: "See whether the air conditioning runs and the door is closed." },
    fr: {
      ruleName: "Chaleur à l’intérieur",
      note: "Vérifiez que la climatisation marche et que la porte est fermée.",
    },
  },
  {
    key: "command_failed",
    isUsual: true,
    severity: "warning",
    conditions: [
      { type: "command", attributes: [], duration: 0, threshold: 1, window: day, critical: { threshold: 3 } },
    ],
    en: {
      ruleName: "Command not carried out",
      note: "Look at what the output says now before you repeat the command.",
    },
    fr: {
      ruleName: "Commande non exécutée",
      note: "Regardez ce que dit la sortie maintenant avant de répéter la commande.",
    },
  },
  {
    key: "battery_monitor_silent",
    isUsual: false,
    severity: "warning",
    conditions: [
      { type: "silent", attributes: ["battery.voltage"], duration: 5 * minute, critical: { duration: hour } },
    ],
    en: {
      ruleName: "Battery monitor silent",
      note: "The controller answers, but its battery monitor does not: check its cable and its supply.",
    },
    fr: {
      ruleName: "Moniteur de batterie muet",
      note: "Le contrôleur répond, mais pas son moniteur de batterie : vérifiez son câble et son alimentation.",
    },
  },
  {
    key: "sensor_stuck",
    isUsual: false,
    severity: "info",
    // While a battery that is nearly full is charged, its voltage is held on purpose.
    conditions: [
      {
        type: "stuck",
        attributes: ["battery.voltage", "battery.current"],
        duration: hour,
        threshold: 0,
        when: [{ type: "below", attributes: ["battery.soc"], threshold: 85 }],
      },
    ],
    en: {
      ruleName: "Battery voltage stuck",
      note: "The voltage does not move although the current does: check the cable of the battery monitor.",
    },
    fr: {
      ruleName: "Tension de batterie figée",
      note: "La tension ne bouge plus alors que le courant change : vérifiez le câble du moniteur de batterie.",
    },
  },
  {
    key: "door_open",
    isUsual: false,
    severity: "warning",
    conditions: [{ type: "state", attributes: ["door.open"], duration: 10 * minute, threshold: [1] }],
    en: { ruleName: "Door open", note: "Call whoever works there; if nobody does, send somebody to look." },
    fr: {
      ruleName: "Porte ouverte",
      note: "Appelez la personne qui y travaille ; s’il n’y a personne, envoyez quelqu’un voir.",
    },
  },
  ...supplyRules,
];

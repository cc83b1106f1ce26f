import { describe, expect, test } from "vitest";

import { keeping, running } from "./automation-bench.ts";
import { type AutomationNames, automationSentence } from "./automation-words.ts";
import type { Automation, Condition } from "./automations.schema.ts";

const namesOf = (words: Record<string, string>, weekdays: string[]): AutomationNames => ({
  output: (target) => target.replace("relay.", `${words["relay"]} `),
  metric: (name) => words[name] ?? name,
  value: (metric, value) => (metric === "battery.soc" ? `${value}\u00A0%` : `${value}\u00A0W`),
  duration: (seconds) => (seconds < 7200 ? `${seconds / 60}\u00A0min` : `${seconds / 3600}\u00A0h`),
  time: (time) => time,
  weekday: (day) => weekdays[day - 1] ?? "",
});
const english = namesOf({ relay: "Relay", "battery.soc": "State of charge", "battery.power": "Battery power" }, [
  "Mon",
  "Tue",
  "Wed",
  "Thu",
  "Fri",
  "Sat",
  "Sun",
]);
const french = namesOf(
  { relay: "Relais", "battery.soc": "État de charge", "battery.power": "Puissance de la batterie" },
  ["lun.", "mar.", "mer.", "jeu.", "ven.", "sam.", "dim."],
);
const inFrench = (automation: Automation) => automationSentence(automation, "fr", french).replaceAll("\u00A0", " ");
const inEnglish = (automation: Automation) => automationSentence(automation, "en", english).replaceAll("\u00A0", " ");

const night: Condition = { kind: "time", from: { sun: "sunset", offsetMinutes: -15 }, to: { time: "23:00" } };
const low: Condition = { kind: "metric", metric: "battery.soc", is: "below", value: 40, until: 45 };
const surplus: Condition = {
  kind: "metric",
  metric: "battery.power",
  is: "above",
  value: 500,
  forSeconds: 300,
  without: { output: "relay.3", powerW: 400 },
};

describe("the sentence of an automation", () => {
  test.each<[string, string, Automation]>([
    [
      "Keeps Relay 3 off while the state of charge is below 40 % (until it is back at 45 %).",
      "Garde Relais 3 hors tension tant que « État de charge » est en dessous de 40 % (jusqu’au retour à 45 %).",
      keeping({ while: low }),
    ],
    [
      "Keeps Relay 3 on while the battery power, not counting Relay 3, is above 500 W for 5 min.",
      "Garde Relais 3 sous tension tant que « Puissance de la batterie », sans compter Relais 3, est au-dessus de 500 W depuis 5 min.",
      keeping({ to: true, while: surplus }),
    ],
    [
      "Keeps Relay 3 on while it is between 15 min before sunset and 23:00 and (the state of charge is below 40 % (until it is back at 45 %) or the sun is up).",
      "Garde Relais 3 sous tension tant que l’heure est entre 15 min avant le coucher du soleil et 23:00 et que (« État de charge » est en dessous de 40 % (jusqu’au retour à 45 %) ou que le soleil est levé).",
      keeping({
        to: true,
        while: {
          kind: "group",
          match: "all",
          of: [night, { kind: "group", match: "any", of: [low, { kind: "sun", is: "up" }] }],
        },
      }),
    ],
    [
      "At 18:30 on Mon, Sun or at sunset, if Relay 1 is off: switch Relay 4 on until sunrise, then wait 10 min, then notify people: “The light is on”.",
      "À 18:30 (lun., dim.) ou au coucher du soleil, si Relais 1 est hors tension : mettre Relais 4 sous tension jusqu’au lever du soleil, puis attendre 10 min, puis prévenir : « The light is on ».",
      running({
        when: [
          { kind: "moment", at: { time: "18:30" }, days: [7, 1] },
          { kind: "moment", at: { sun: "sunset" } },
        ],
        if: { kind: "output", output: "relay.1", isOn: false },
        do: [
          { kind: "set", output: "relay.4", to: true, until: { sun: "sunrise" } },
          { kind: "wait", seconds: 600 },
          { kind: "notify", text: "The light is on.", level: "info" },
        ],
      }),
    ],
    [
      "When the state of charge is below 40 %: if the sun is down, switch Relay 4 off for 2 h, otherwise wait 10 min.",
      "Quand « État de charge » est en dessous de 40 % : si le soleil est couché, couper Relais 4 pendant 2 h, sinon attendre 10 min.",
      running({
        when: [low as Extract<Condition, { kind: "metric" }>],
        do: [
          {
            kind: "if",
            condition: { kind: "sun", is: "down" },
            do: [{ kind: "set", output: "relay.4", to: false, forSeconds: 7_200 }],
            otherwise: [{ kind: "wait", seconds: 600 }],
          },
        ],
      }),
    ],
  ])("%s", (english, french, automation) => {
    expect(inEnglish(automation)).toBe(english);
    expect(inFrench(automation)).toBe(french);
  });
});

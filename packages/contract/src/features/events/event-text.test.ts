import { expect, test } from "vitest";

import { runOutcomes } from "../automations/run-outcomes.ts";
import type { LocaleCode } from "../../core/constants.ts";
import type { EventNews } from "../live/live.schema.ts";
import english from "./command-words.en.json" with { type: "json" };
import french from "./command-words.fr.json" with { type: "json" };
import { eventWordsIn } from "./event-catalogue.ts";
import { eventCodes } from "./event-codes.ts";
import { eventText, type ShownEvent } from "./event-text.ts";

const say = (news: ShownEvent, language: LocaleCode = "en") => eventText(eventWordsIn(language, "UTC"), news);
const plain = (text: string | undefined) => text?.replaceAll(/[\u00A0\u202F]/g, " ");
const of = (code: string, data: EventNews["data"] = {}): ShownEvent => ({
  containerName: "Lodwar",
  device: "relay.2",
  by: { userId: "u-2", name: "Daniela Souza" },
  code,
  data,
});

test("events of outputs are sentences in the language of the page", () => {
  expect(say(of("output.changed", { value: false }))).toBe("Lodwar: Relay 2 is off.");
  expect(say(of("output.changed", { value: true }), "fr")).toBe("Lodwar\u00A0: Relais 2 est sous tension.");
  const cut = of("output.changed", { value: false, by: "loadProtection", reason: "protection", restoreSoc: 30 });
  expect(say(cut)).toBe("Lodwar: Relay 2 is off. Load protection keeps it off so that the battery is not emptied.");
  expect(say(of("output.changed", { value: false, by: "u-2", reason: "command" }))).toBe("Lodwar: Relay 2 is off.");
  expect(say(of("output.hand", { value: true, by: "hand", reason: "hand" }), "fr")).toContain("sur place");
  expect(say({ ...of("protection.stopped"), device: null })).toContain("cuts no more");
  expect(say(of("output.stuck", { value: true, reason: "as_left" }))).toContain("was to be switched on");
  expect(say(of("command.mismatch", { wanted: true }))).toContain("Relay 2 was to be switched on");
  const released = of("lock.released_by_another", { reason: "He is $t(gone) {{who}}" });
  expect(say(released)).toBe("Lodwar: Daniela Souza released the lock of Relay 2: He is $t(gone) {{who}}");
  expect(say(of("lock.reminder", { reason: "Pump", hours: 12 }))).toBe(
    "Lodwar: Relay 2 has been locked by Daniela Souza for 12 hours: Pump",
  );
  expect(say({ ...released, by: { userId: "u-2", name: null } })).toContain("(removed account) released");
});

test("a phase that is disconnected is news with the limit that it passed, whatever a controller writes", () => {
  const of3 = (passed: unknown) => ({
    ...of("output.changed", { value: false, reason: "phase_limit", passed }),
    device: "phase.3",
  });
  expect(say(of3({ of: "power", limit: 2_000, measured: 2_310 }))).toBe(
    "Lodwar: Phase L3 is off. Phase control keeps it off. It drew 2.31 kW, more than its limit of 2.00 kW.",
  );
  expect(say(of3({ of: "charge", limit: 30, measured: 29 }), "fr")).toContain("sous son minimum de 30");
  for (const passed of [null, "power", { of: "power" }, { of: "names", limit: 1, measured: 2 }])
    expect(say(of3(passed))).toBe("Lodwar: Phase L3 is off. Phase control keeps it off.");
});

test("an emergency run is news with who asked for it, and why; a controller alone cannot say that", () => {
  const run = of("output.changed", { value: true, by: "u-2", reason: "emergency" });
  const asked = { ...run, givenReason: "Vaccines" };
  expect(say(asked)).toBe(
    "Lodwar: Daniela Souza lets Relay 2 run in an emergency although load protection had cut it: Vaccines",
  );
  expect(say(asked, "fr")).toContain("Vaccines");
  expect(say(run)).toContain("Relay 2 is on. Somebody lets it run");
});

test("a channel that is paused is news with why: it failed again and again, or it is no more", () => {
  const paused = (data: EventNews["data"]) => ({ ...of("channel.paused", data), device: null });
  expect(say(paused({ channelKind: "mail", reason: "unreachable" }))).toBe(
    "Lodwar: Messages to you by mail failed five times and are paused. Test the channel in your profile.",
  );
  expect(say(paused({ channelKind: "push", reason: "gone" }))).toBe(
    "Lodwar: Messages to you by browser are paused: the channel does not exist any more. Set it up again in your profile.",
  );
  // There may be several of a kind.
  const hook = paused({ channelKind: "webhook", channelName: "Night watch", reason: "refused" });
  expect(say(hook)).toContain("Messages to you by webhook (“Night watch”) failed five times");
  expect(say(hook, "fr")).toContain("par webhook (« Night watch ») ont échoué cinq fois");
  expect(say(paused({ channelKind: "sms", reason: "refused" }), "fr")).toContain("par SMS ont échoué cinq fois");
  expect(say(paused({ channelKind: "push", reason: "gone" }), "fr")).toContain("le canal n’existe plus");
});

test("an output is called as people named it", () => {
  const named = (code: string, data: EventNews["data"]) => ({ ...of(code, data), outputName: "Fridge" });
  expect(say(named("output.changed", { value: false }))).toBe("Lodwar: Fridge is off.");
  expect(say(named("lock.reminder", { reason: "Repair", hours: 12 }))).toContain("Fridge has been locked by");
  expect(say({ ...of("output.changed", { value: true }), outputName: null }, "fr")).toContain("Relais 2");
});

test("French words fit a phase or a pump as well as a relay: they speak of the output, or agree with nothing", () => {
  const pump = (code: string, data: EventNews["data"]) =>
    plain(say({ ...of(code, data), device: "phase.3", outputName: "Pompe" }, "fr"));
  expect(pump("output.hand", { value: false, reason: "hand" })).toBe(
    "Lodwar : Pompe est hors tension. Quelqu’un a commuté cette sortie sur place.",
  );
  expect(pump("output.worn", { value: true })).toBe(
    "Lodwar : Pompe a changé d’état 12 fois en une heure. Après une coupure, plus rien ne l’enclenche pendant un moment.",
  );
  expect(pump("lock.reminder", { reason: "Joint", hours: 12 })).toBe(
    "Lodwar : Daniela Souza maintient un verrou sur Pompe depuis 12 heures : Joint",
  );
  const { worn_one, worn_other, stuckLevel_one, stuckLevel_other, reminder, emergency } = french.news;
  const news = [worn_one, worn_other, stuckLevel_one, stuckLevel_other, reminder, emergency];
  for (const text of [...Object.values(french.cause), ...news]) {
    expect(text).not.toMatch(/\b(ils?|tels?)\b/i);
    expect(text).not.toMatch(
      /(être|été|est|reste|avait|avaient|les a|fois) (commut|coup|verrouill|régl|laiss)és?(?!\p{L})/iu,
    );
  }
});

test("what an automation says, and what became of it, are sentences with its name", () => {
  const notice = { ...of("automation.notice", { id: "a1", name: "Door", text: "It is open." }), device: null };
  expect(say(notice)).toBe("Lodwar: Door: It is open.");
  const run = (outcome: string) => ({ ...of("automation.run", { id: "a1", name: "Pump", outcome }), device: null });
  for (const outcome of runOutcomes)
    for (const language of ["en", "fr"] as const) expect(say(run(outcome), language)).toContain("Pump");
  expect(say(run("missed"))).toBe("Lodwar: The automation “Pump” missed its time.");
  expect(say(run("danced"))).toBe("Lodwar: An automation has run");
});

test("an output that followed a group command stands for all of it", () => {
  const news = { ...of("output.changed", { value: false, reason: "command" }), group: { groupId: "g-1", count: 40 } };
  expect(say(news)).toBe("Daniela Souza is switching Relay 2 off in 40 containers.");
  expect(say(news, "fr")).toBe("Daniela Souza coupe Relais 2 dans 40 conteneurs.");
});

test("an event that says too little is called as its code is, and one that is not known here by its code", () => {
  expect(say(of("output.changed"))).toBe("Lodwar: An output changed: Relay 2");
  expect(say({ ...of("output.changed", { value: true }), device: null }, "fr")).toBe(
    "Lodwar\u00A0: Une sortie a changé",
  );
  expect(say(of("door.open"))).toBe("Lodwar: Its controller reports “door.open”: Relay 2");
});

test("every code that the portal and its controllers give has its own words in both languages, also without data", () => {
  for (const code of eventCodes) {
    const events: ShownEvent[] = [{ code }, { code, device: "relay.2", containerName: "Lodwar", data: dataOf[code] }];
    for (const event of events) {
      const said = [say(event), say(event, "fr")];
      expect(new Set(said).size, code).toBe(2);
      for (const text of said) {
        expect(text, code).toMatch(/^\p{L}[^{}]{8,}$/u);
        expect(text, code).not.toMatch(/reports|signale/);
      }
    }
  }
  expect(Object.keys(english.news.codes)).toEqual(eventCodes.map((code) => code.replace(".", "_")));
});

/** What events say beside their codes, of those whose sentences need it. */
const dataOf: Partial<Record<string, Record<string, unknown>>> = {
  "automation.notice": { name: "Door", text: "0-0-0-0-0" },
  "automation.run": { name: "Pump", outcome: "missed" },
  "channel.paused": { channelKind: "mail", reason: "refused" },
  "chart_link.busy": { chart: "Solar", hint: "ab12", uses: 1_234 },
  "chart_link.ending": { chart: "Solar", hint: "ab12", until: "2026-12-24T08:00:00.000Z" },
  "command.mismatch": { wanted: 40 },
  "config.synced": { count: 2, direction: "portalToController" },
  "lock.released_by_another": { reason: "Gone" },
  "lock.reminder": { reason: "Pump", hours: 12 },
  "output.changed": { value: 40, reason: "schedule" },
  "output.hand": { value: true, reason: "hand" },
  "output.stuck": { value: "cool 24.5 60" },
  "ticket.mentioned": { ticket: "T-7", subject: "Fridge" },
  "ticket.near": { ticket: "T-7", subject: "Fridge", timer: "answer" },
  "ticket.over": { ticket: "T-7", subject: "Fridge", timer: "solution" },
  "warning.cleared": { content: "Charge low" },
  "warning.critical": { content: "Charge low" },
  "warning.flapping": { content: "Charge low" },
  "warning.raised": { content: "Charge low" },
  "warning.while_dark": { fromMs: 0, toMs: 3_600_000, items: [{ content: "Charge low", lastedMs: 600_000 }], more: 2 },
  "works.began": { reason: "Cleaning" },
  "works.ended": { reason: "Cleaning" },
  "works.ended_by_another": { reason: "Cleaning" },
};

test("what became of settings and works is a sentence", () => {
  const ofContainer = (code: string, data: EventNews["data"] = {}) => ({ ...of(code, data), device: null });
  expect(say(ofContainer("config.reverted"))).toContain("Lodwar: The old settings are back");
  expect(say(ofContainer("config.rejected"), "fr")).toContain("n’a pas accepté");
  expect(say(ofContainer("config.lapsed"))).toContain("seven days");
  expect(say(ofContainer("config.synced", { count: 1, direction: "controllerToPortal" }))).toContain("was taken over");
  expect(say(ofContainer("config.synced", { count: 3, direction: "portalToController" }))).toContain("3 values");
  expect(say(ofContainer("config.rule_stopped"))).toContain("Daniela Souza, who laid it down, may no longer");
  expect(say(ofContainer("works.ended_by_another", { reason: "You have left" }))).toContain(
    "Daniela Souza has ended the works of someone else: You have left",
  );
});

test("what an air conditioner is set to is said in words", () => {
  const ac = (code: string, data: EventNews["data"]) => ({ ...of(code, data), device: "ac" });
  const changed = ac("output.changed", { value: "cool 24.5 60", reason: "schedule" });
  expect(say(changed)).toBe(
    "Lodwar: Air conditioner: cooling to 24.5\u00A0°C, fan at 60\u00A0%. A schedule wants it so.",
  );
  expect(say(changed, "fr")).toContain("froid à 24,5\u00A0°C");
  expect(say(ac("output.changed", { value: "off", reason: "low_charge" }))).toContain("more charge");
  expect(say(ac("command.mismatch", { wanted: "fan 20 30" }))).toContain("fan only, at 30\u00A0%");
});

test("a warning is said in the language of the person, without what to do; a mark beside it says how grave it is", () => {
  const of = (code: string, data: EventNews["data"] = {}): ShownEvent => ({ code, containerName: "Lodwar", data });
  const low = { content: "Charge low", note: "Save power" };
  expect(say(of("warning.raised", low))).toBe("Lodwar: Warning: Charge low.");
  expect(say(of("warning.raised", low), "fr")).toBe("Lodwar\u00A0: Alerte\u00A0: Charge basse.");
  expect(say({ ...of("warning.raised", low), level: "critical" })).toBe("Lodwar: Critical: Charge low.");
  expect(say({ ...of("warning.raised", low), level: "critical", isMarked: true })).toBe("Lodwar: Charge low");
  expect(say({ ...of("warning.critical", low), isMarked: true })).toBe("Lodwar: Now critical: Charge low.");
  expect(say(of("warning.cleared", low))).toBe("Lodwar: The warning “Charge low” is over.");
  expect(say(of("warning.flapping", low), "fr")).toContain("va et vient");
  expect(say(of("warning.raised"))).toBe("Lodwar: A warning was raised");
  expect(say(of("warning.while_dark"), "fr")).toContain("Il y aurait eu des alertes");
});

test("what was while a container was dark is one sentence, by the clocks of the container", () => {
  const dark = (toMs: number, more: number): ShownEvent => ({
    code: "warning.while_dark",
    containerName: "Lodwar",
    data: {
      fromMs: Date.UTC(2026, 10, 23, 23, 2),
      toMs,
      zoneName: "Africa/Nairobi",
      items: [
        { content: "Charge low", lastedMs: 4_200_000 },
        { content: "Hot inside", lastedMs: 1_500_000 },
      ],
      more,
    },
  });
  const morning = Date.UTC(2026, 10, 24, 6, 40);
  expect(plain(say(dark(morning, 0)))).toBe(
    "Lodwar: While dark from 2:02 am to 9:40 am: Charge low for 1 h 10, Hot inside for 25 min.",
  );
  expect(plain(say(dark(morning, 1), "fr"))).toBe(
    "Lodwar : Sans liaison de 2:02 AM à 9:40 AM : Charge basse pendant 1 h 10, Chaleur à l’intérieur pendant 25 min, 1 autre.",
  );
  expect(plain(say(dark(morning + 86_400_000, 0)))).toContain("Tue");
});

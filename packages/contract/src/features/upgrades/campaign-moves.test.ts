import fc from "fast-check";
import { expect, test } from "vitest";

import {
  actOnCampaign,
  type Campaign,
  campaignActs,
  type CampaignFacts,
  type CampaignResult,
  campaignStates,
  isCampaignActive,
  isCampaignOver,
  soakEnd,
  stepCampaign,
  waveOf,
  wavesOf,
  withAct,
} from "./campaign-moves.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const running: Campaign = {
  ...{ state: "running", wave: 0, startsAtMs: undefined, soakUntilMs: undefined, resumedAtMs: undefined },
};
const facts = (changes: Partial<CampaignFacts>): CampaignFacts => ({
  ...{ isAllowed: true, rest: 5, results: [], open: 1, troubled: 0, soakEndMs: 100 },
  ...changes,
});
const results = (wave: number, outcomes: string, fromMs = 1): CampaignResult[] =>
  Array.from(outcomes, (outcome, place) => ({ wave, atMs: fromMs + place, isFailure: outcome === "x" }));
const causeOf = (changes: Partial<CampaignFacts>, campaign: Partial<Campaign> = {}) =>
  stepCampaign({ ...running, ...campaign }, facts(changes), 50)?.cause;

test("waves are one container, a tenth but at least three, and all others", () => {
  expect(wavesOf(1)).toEqual([1]);
  expect(wavesOf(3)).toEqual([1, 2]);
  expect(wavesOf(5)).toEqual([1, 3, 1]);
  expect(wavesOf(200)).toEqual([1, 20, 179]);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2_000 }), (count) => {
      const sizes = wavesOf(count);
      const places = Array.from({ length: count }, (_, place) => waveOf(place, count));
      expect(sizes.map((_, wave) => places.filter((one) => one === wave).length)).toEqual(sizes);
    }),
  );
});

test("a failure among the first three results halts; later three that are more than a twentieth of the wave do", () => {
  expect(causeOf({ results: results(0, "x") })).toBe("first_results");
  expect(causeOf({ results: [...results(0, "."), ...results(1, ".x", 5)] }, { wave: 1 })).toBe("first_results");
  const good = results(0, "...");
  expect(causeOf({ results: [...good, ...results(1, "xx", 5)] }, { wave: 1 })).toBeUndefined();
  expect(causeOf({ results: [...good, ...results(1, "xx.x", 5)] }, { wave: 1 })).toBe("failures");
  expect(causeOf({ results: [...good, ...results(1, `xxx${".".repeat(57)}`, 5)] }, { wave: 1 })).toBeUndefined();
  expect(causeOf({ results: [...good, ...results(1, `xxx${".".repeat(56)}`, 5)] }, { wave: 1 })).toBe("failures");
});

test("new trouble on two upgraded containers halts, and on the only one that is upgraded", () => {
  expect(causeOf({ results: results(0, "."), troubled: 1 })).toBe("trouble");
  expect(causeOf({ results: results(0, "...."), troubled: 1 })).toBeUndefined();
  expect(causeOf({ results: results(0, "...."), troubled: 2 })).toBe("trouble");
  expect(causeOf({ results: results(0, "...."), troubled: 1 }, { resumedAtMs: 50 })).toBeUndefined();
  expect(causeOf({ results: results(0, "."), troubled: 1 }, { resumedAtMs: 50 })).toBe("trouble");
  expect(causeOf({ results: [], troubled: 0 })).toBeUndefined();
});

test("it halts where the person in whose name it goes on may no longer upgrade, before its time as well", () => {
  for (const state of campaignStates) {
    const step = stepCampaign({ ...running, state, startsAtMs: 1_000 }, facts({ isAllowed: false }), 50);
    const goesOn = state === "scheduled" || isCampaignActive(state);
    expect([step?.campaign.state, step?.cause], state).toEqual(goesOn ? ["halted", "rights"] : [undefined, undefined]);
  }
});

test("a wave that upgraded none is refilled from later ones, and is over only when there are none", () => {
  const step = (changes: Partial<CampaignFacts>) => stepCampaign({ ...running, wave: 1 }, facts(changes), 50);
  expect(step({ open: 0, results: results(0, ".") })).toEqual({ campaign: { ...running, wave: 1 }, isRefilled: true });
  expect(step({ open: 1 })).toBeUndefined();
  expect(step({ open: 0, results: results(1, ".") })?.campaign.state).toBe("soaking");
  expect(step({ open: 0, rest: 0 })?.campaign.state).toBe("soaking");
});

test("what was before it was resumed counts no more", () => {
  expect(causeOf({ results: results(0, "x") }, { resumedAtMs: 1 })).toBeUndefined();
  expect(causeOf({ results: results(0, "x", 2) }, { resumedAtMs: 1 })).toBe("first_results");
});

test("one that is planned, halted and resumed waits for its time, and goes on at once when that is past", () => {
  const halted: Campaign = { ...running, state: "halted", startsAtMs: 100 };
  expect(withAct(halted, "resume", 99)).toMatchObject({ state: "scheduled", startsAtMs: 100, resumedAtMs: 99 });
  expect(withAct(halted, "resume", 100)?.state).toBe("running");
  expect(withAct({ ...halted, startsAtMs: undefined }, "resume", 99)?.state).toBe("running");
});

test("a soak has a day and a whole night of each container in it", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 400 * 24 * 60 }),
      fc.array(fc.integer({ min: -12 * 4, max: 14 * 4 }), { minLength: 1, maxLength: 5 }),
      (minutes, quarters) => {
        const [nowMs, offsets] = [minutes * 60_000, quarters.map((quarter) => (quarter * hourMs) / 4)];
        const endMs = soakEnd(nowMs, offsets);
        expect(endMs).toBeGreaterThanOrEqual(nowMs + dayMs);
        expect(endMs).toBeLessThanOrEqual(nowMs + 3 * dayMs);
        for (const offset of offsets) {
          // The last evening at six that has its whole night until eight before the end.
          const lastMorning = Math.floor((endMs + offset - 8 * hourMs) / dayMs) * dayMs + 8 * hourMs - offset;
          expect(lastMorning - 14 * hourMs).toBeGreaterThanOrEqual(nowMs);
        }
      },
    ),
  );
});

test("whatever people do and containers report, no wave begins before the one before it has soaked, and ends are final", () => {
  const deed = fc.oneof(
    fc.record({ act: fc.constantFrom(...campaignActs) }),
    fc.record({ open: fc.nat(2), troubled: fc.nat(2), hours: fc.nat(30), failures: fc.nat(1) }),
  );
  fc.assert(
    fc.property(fc.array(deed, { maxLength: 60 }), (deeds) => {
      let campaign: Campaign = { ...running, state: "draft" };
      let nowMs = 0;
      let soaked: number | undefined;
      const found: CampaignResult[] = [];
      for (const one of deeds) {
        const before = campaign;
        if ("act" in one) {
          const next = withAct(campaign, one.act, nowMs);
          if (isCampaignOver(before.state)) expect(next).toBeUndefined();
          campaign = next ?? campaign;
          continue;
        }
        nowMs += one.hours * hourMs;
        if (isCampaignActive(campaign.state))
          found.push({ wave: campaign.wave, atMs: nowMs, isFailure: one.failures > 0 });
        const now = facts({ open: one.open, troubled: one.troubled, results: found, soakEndMs: nowMs + dayMs });
        const step = stepCampaign(campaign, now, nowMs);
        const isShown = found.some(({ wave, isFailure }) => wave === before.wave && !isFailure);
        if (step?.campaign.state === "soaking") expect(isShown).toBe(true);
        campaign = step?.campaign ?? campaign;
        if (step && before.state === "running" && campaign.state === "soaking") soaked = campaign.soakUntilMs;
        if (campaign.wave > before.wave) {
          expect(campaign.wave).toBe(before.wave + 1);
          expect(before.state).toBe("soaking");
          expect(nowMs).toBeGreaterThanOrEqual(soaked ?? Infinity);
        }
        // Nothing but a person gets it going again, or ends it early.
        if (before.state === "halted" || before.state === "draft" || isCampaignOver(before.state))
          expect(step).toBeUndefined();
        if (step?.cause) expect(campaign.state).toBe("halted");
        // A worker that comes a second time with the same facts changes no more than the beginning of the next step.
        if (campaign.state === "soaking" || !isCampaignActive(campaign.state))
          expect(stepCampaign(campaign, { ...now, open: 1 }, nowMs)?.campaign.wave ?? campaign.wave).toBe(
            campaign.wave,
          );
      }
    }),
  );
});

test("every state that is not over can be cancelled, and only a halted campaign is resumed", () => {
  for (const state of campaignStates) {
    expect(actOnCampaign(state, "cancel") !== undefined, state).toBe(!isCampaignOver(state));
    expect(actOnCampaign(state, "resume") !== undefined, state).toBe(state === "halted");
    expect(actOnCampaign(state, "halt") !== undefined, state).toBe(state === "scheduled" || isCampaignActive(state));
  }
});

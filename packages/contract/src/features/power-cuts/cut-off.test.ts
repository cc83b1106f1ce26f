import { expect, test } from "vitest";

import { type CutOffInputs, type ReserveInputs, cutOffOf, lowSocOf, pastLowSocOf, reserveOf } from "./cut-off.ts";

const cutOffWith = (known: Partial<CutOffInputs>) =>
  cutOffOf({ reserveSoc: null, cutSoc: null, soc: null, isCut: false, ...known });

test("the cut-off is the one of the last cut, else the one that was set, else assumed", () => {
  expect(cutOffWith({ reserveSoc: 15, cutSoc: 13 })).toEqual({ soc: 13, from: "learned" });
  expect(cutOffWith({ reserveSoc: 15 })).toEqual({ soc: 15, from: "setting" });
  expect(cutOffWith({ cutSoc: 13 })).toEqual({ soc: 13, from: "learned" });
  expect(cutOffWith({})).toEqual({ soc: 20, from: "assumed" });
});

test("loads that still have power below a cut-off prove it wrong", () => {
  expect(cutOffWith({ reserveSoc: 11, cutSoc: 13, soc: 40 })).toEqual({ soc: 13, from: "learned" });
  // That a cut was seen stays known.
  expect(cutOffWith({ reserveSoc: 11, cutSoc: 13, soc: 12 })).toEqual({ soc: 11, from: "setting", seenSoc: 13 });
  expect(cutOffWith({ cutSoc: 13, soc: 12 })).toEqual({ soc: 10, from: "assumed", seenSoc: 13 });
  expect(cutOffWith({ soc: 3 })).toEqual({ soc: 0, from: "assumed" });
  expect(cutOffWith({ reserveSoc: 30, soc: 12, isCut: true })).toEqual({ soc: 30, from: "setting" });
});

const reserveWith = (known: Partial<ReserveInputs>) =>
  reserveOf({ reserveSoc: null, cutSoc: null, soc: null, isCut: false, protectionSoc: null, ...known });

test("the reserve is the highest charge at which loads are cut, and never below the one that was set", () => {
  expect(reserveWith({})).toBe(20);
  expect(reserveWith({ reserveSoc: 15 })).toBe(15);
  expect(reserveWith({ reserveSoc: 15, protectionSoc: 40, soc: 31 })).toBe(40);
  expect(reserveWith({ reserveSoc: 30, protectionSoc: 10 })).toBe(30);
  // As learned from the last cut, unless loads have power below it.
  expect(reserveWith({ cutSoc: 34, soc: 50 })).toBe(34);
  expect(reserveWith({ cutSoc: 34, soc: 30 })).toBe(20);
});

const lowSocWith = (known: Partial<CutOffInputs>) =>
  lowSocOf({ reserveSoc: null, cutSoc: null, soc: null, isCut: false, ...known });

test("nothing drawn somewhat above the charge of the last cut may be the next one, but pauses do not teach ever higher ones", () => {
  expect(lowSocWith({ cutSoc: 14.6, soc: 40 })).toBeCloseTo(16.6);
  expect(lowSocWith({ cutSoc: 19, soc: 40 })).toBe(20);
  expect(lowSocWith({ cutSoc: 27, soc: 40 })).toBe(27);
  expect(lowSocWith({ cutSoc: 27, reserveSoc: 28, soc: 40 })).toBe(28);
  // A charge a little below it proves nothing wrong, one far below does.
  expect(lowSocWith({ cutSoc: 14.2, soc: 14.1 })).toBeCloseTo(16.2);
  expect(lowSocWith({ cutSoc: 14.2, soc: 12 })).toBe(10);
  expect(lowSocWith({ soc: 40 })).toBe(20);
  expect(lowSocWith({ reserveSoc: 35, soc: 40 })).toBe(35);
});

test("cuts of the past are recognised by the highest charge at which one began, unless a switch cut there", () => {
  const past = (cutSoc: number | null, ...beganSocs: number[]) => pastLowSocOf({ reserveSoc: null, cutSoc, beganSocs });
  expect(past(14.6, 15.4, 14.6)).toBeCloseTo(17.4);
  expect(past(14.6, 60)).toBeCloseTo(16.6);
  expect(past(null)).toBe(20);
});

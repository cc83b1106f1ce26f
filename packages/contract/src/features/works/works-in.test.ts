import { expect, test } from "vitest";

import { type SpanOfWorks, worksIn } from "./works-in.ts";

const ms = (hour: number) => Date.UTC(2026, 10, 20, hour);
const at = (hour: number) => new Date(ms(hour)).toISOString();
const day = { fromMs: ms(0), toMs: ms(24) };
const works = (given: Partial<SpanOfWorks>): SpanOfWorks => ({
  ...{ state: "active", startsAt: at(8), endsAt: at(12), endedAt: null },
  ...given,
});
const spansOf = (...all: SpanOfWorks[]) => worksIn(day, all, ms(14)).map(({ fromMs, toMs }) => [fromMs, toMs]);

test("works fall into a range from their beginning until they were ended, are to be over, or now where they are over their time", () => {
  expect(spansOf(works({}))).toEqual([[ms(8), ms(12)]]);
  expect(spansOf(works({ state: "planned", startsAt: at(20), endsAt: at(30) }))).toEqual([[ms(20), ms(30)]]);
  expect(spansOf(works({ state: "ended", startsAt: at(-9), endedAt: at(1) }))).toEqual([[ms(-9), ms(1)]]);
  expect(spansOf(works({ state: "overrun", startsAt: at(-9), endsAt: at(-8) }))).toEqual([[ms(-9), ms(14)]]);
  expect(spansOf(works({ startsAt: new Date(ms(8)), endsAt: new Date(ms(9)) }))).toEqual([[ms(8), ms(9)]]);
});

test("works that only touch a range, or were cancelled, do not fall into it", () => {
  const outside = [
    works({ state: "ended", startsAt: at(-9), endsAt: at(5), endedAt: at(0) }),
    works({ state: "planned", startsAt: at(24), endsAt: at(26) }),
    works({ state: "cancelled", endedAt: at(7) }),
  ];
  expect(spansOf(...outside)).toEqual([]);
});

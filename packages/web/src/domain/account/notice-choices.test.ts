import { expect, test } from "vitest";

import { noticeChoices, withNoticeChoices } from "./notice-choices.ts";

test.each([undefined, {}, { portal: null }, { portal: "none" }, { portal: { event: "no" } }])(
  "who never chose (%j) is shown all news",
  (notify) => {
    expect(noticeChoices(notify)).toEqual({ event: true, warning: true });
  },
);

test("a choice is kept beside what else stands in the setting", () => {
  const notify = withNoticeChoices({ email: { critical: true } }, { event: false, warning: true });
  expect(notify).toEqual({ email: { critical: true }, portal: { event: false, warning: true } });
  expect(noticeChoices(notify)).toEqual({ event: false, warning: true });
});

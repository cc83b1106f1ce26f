import { expect, test } from "vitest";

import { noticeChoices, withNoticeChoices } from "./notice-choices.ts";

test.each([undefined, {}, { portal: null }, { portal: "none" }, { portal: { event: "no" } }])(
  "a person who never chose (%j) is shown all news",
  (notify) => {
    expect(noticeChoices(notify)).toEqual({ event: true, warning: true });
  },
);

test("a choice is stored without changing the rest of the setting", () => {
  const notify = withNoticeChoices({ email: { critical: true } }, { event: false, warning: true });
  expect(notify).toEqual({ email: { critical: true }, portal: { event: false, warning: true } });
  expect(noticeChoices(notify)).toEqual({ event: false, warning: true });
});

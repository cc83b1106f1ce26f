import { RemoveScroll } from "@mantine/core";
import { expect, test } from "vitest";

import { keepsRight } from "./frame.ts";

test("the bar stays where it is under a dialog, by the name that the library's dialogs look for", () => {
  expect(keepsRight).toBe(RemoveScroll.classNames.zeroRight);
});

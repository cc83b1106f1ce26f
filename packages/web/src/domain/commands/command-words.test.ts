import { portalUserId } from "@offgrid/contract/commands/commands.schema";
import type { TFunction } from "i18next";
import { expect, test } from "vitest";

import { whoText } from "./command-words.ts";

const keyOf = ((key: string) => key) as TFunction<"command-words">;

test("the portal's own checks are no removed person's", () => {
  expect(whoText(keyOf, { userId: portalUserId, name: null })).toBe("portal");
  expect(whoText(keyOf, { userId: "u-9", name: null })).toBe("someone");
  expect(whoText(keyOf, { userId: "u-9", name: "Daniela Souza" })).toBe("Daniela Souza");
});

import { whoText } from "@offgrid/contract/events/event-say";
import { controllerUserId, portalUserId } from "@offgrid/contract/core/constants";
import type { TFunction } from "i18next";
import { expect, test } from "vitest";

const keyOf = ((key: string) => key) as TFunction<"command-words">;

test("neither the portal's own checks nor a controller's own locks are a removed person's", () => {
  expect(whoText(keyOf, { userId: portalUserId, name: null })).toBe("portal");
  expect(whoText(keyOf, { userId: controllerUserId, name: null })).toBe("controller");
  expect(whoText(keyOf, { userId: "u-9", name: null })).toBe("removed");
  expect(whoText(keyOf, { userId: "u-9", name: "Daniela Souza" })).toBe("Daniela Souza");
});

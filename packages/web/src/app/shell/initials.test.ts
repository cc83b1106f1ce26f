import { expect, test } from "vitest";

import { initialsOf } from "./initials.ts";

const person = (address: string, firstName = "", lastName = "") => ({ firstName, lastName, email: [{ address }] });

test("initials come from the name, else from the parts of the address", () => {
  expect(initialsOf(person("x@demo.offgrid", "Amina", "Diallo"))).toBe("AD");
  expect(initialsOf(person("x@demo.offgrid", " élodie "))).toBe("É");
  expect(initialsOf(person("super_admin@demo.offgrid"))).toBe("SA");
  expect(initialsOf(person("amina@demo.offgrid"))).toBe("A");
});

test("of someone nobody knows there are none", () => {
  expect(initialsOf(undefined)).toBeUndefined();
  expect(initialsOf({ email: [] })).toBeUndefined();
});

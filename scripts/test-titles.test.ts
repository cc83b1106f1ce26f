import { expect, test } from "vitest";

import { testTitles } from "./test-titles.ts";

test("titles of tests and groups are found, however they are declared and quoted", () => {
  const source = `
    test("one", () => {});
    describe('two "quoted"', () => {});
    test.skipIf(system !== "linux")(\n"three", () => {});
    test.each([1, 2])("four %i", () => {});
    test.each([
      ["a", 1],
    ])("five %s", () => {});
    test(\`six \${name}\`, () => {});
    test("it\\'s seven", () => {});
    latest("none", 1); expect("none");`;
  expect(testTitles(source)).toEqual([
    ...["one", 'two "quoted"', "three", "four %i", "five %s", "six ${name}", "it's seven"],
  ]);
});

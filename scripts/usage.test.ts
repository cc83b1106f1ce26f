import { expect, test } from "vitest";

import { isProgram, programs } from "./programs.ts";
import { insteadOf } from "./usage.ts";

/** With a help of their own, or started by other programs, not by people. */
const others = ["administer", "controller", "replay", "file-reader", "database-caretaker", "fleet", "supervisor"];

test("every program that people start says how it is used, and does not start for that", () => {
  for (const name of Object.keys(programs).filter(isProgram)) {
    const help = insteadOf(name, ["--help"]);
    if (others.includes(name)) expect(help, name).toBeUndefined();
    else expect(help, name).toMatchObject({ exitCode: 0, text: expect.stringMatching(/^Use: npm (?:start|run )/) });
  }
});

test("the portal and the demo refuse options that they do not have", () => {
  expect(insteadOf("demo", ["--no-web"])).toBeUndefined();
  expect(insteadOf("portal", [])).toBeUndefined();
  expect(insteadOf("demo", ["--port=1"])).toMatchObject({ exitCode: 2, text: expect.stringContaining('"--port=1"') });
  expect(insteadOf("portal", ["--no-web"])).toMatchObject({ exitCode: 2 });
});

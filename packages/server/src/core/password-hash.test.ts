import { hash } from "@node-rs/argon2";
import { expect, test } from "vitest";

import { HashesBusy, hashCounts, inFlightLimit, isPassword } from "./password-hash.ts";

const stored = await hash("right", { algorithm: 2, memoryCost: 8, timeCost: 1, parallelism: 1 });

/** Asks at once. @returns how they ended, and the order in which they were checked. */
async function askAtOnce(strangers: number, known: number) {
  const checked: string[] = [];
  const ask = (asker: "stranger" | "known") => async () => {
    const isRight = await isPassword(stored, "right", asker).catch((error: unknown) => {
      if (error instanceof HashesBusy) return "busy";
      throw error;
    });
    if (isRight === true) checked.push(asker);
    return isRight;
  };
  const from = (count: number, asker: "stranger" | "known") => Array.from({ length: count }, ask(asker));
  const asked = [...from(strangers, "stranger"), ...from(known, "known")];
  const answers = await Promise.all(asked);
  return { checked, busy: answers.filter((answer) => answer === "busy").length };
}

test("a flood of strangers leaves places to people who are known, and they have every other turn", async () => {
  const { checked, busy } = await askAtOnce(100, 3);
  expect(busy).toBe(100 - 20 - inFlightLimit);
  expect(checked.filter((asker) => asker === "known")).toHaveLength(3);
  expect(checked.lastIndexOf("known")).toBeLessThan(3 * 2 + 2 * inFlightLimit);
});

test("those places are few, too, and strangers have their turn beside them", async () => {
  const { checked, busy } = await askAtOnce(20 + inFlightLimit, 30);
  expect(busy).toBe(20);
  expect(checked.slice(0, 10 + inFlightLimit)).toContain("stranger");
  expect(checked).toHaveLength(20 + inFlightLimit + 10);
  expect(hashCounts).toMatchObject({ inFlight: 0, waiting: 0 });
});

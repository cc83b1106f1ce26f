import { expect, test } from "vitest";

import { playAll } from "./demo.play.ts";

test("a scene of the demo that fails is told of with its reason, and those after it are played", async () => {
  const played: string[] = [];
  const failed: [string, string][] = [];
  await playAll(
    {
      tickets: () => Promise.reject(new Error("the reader of files ended")),
      rules: async () => void played.push("rules"),
      commands: () => Promise.reject(new Error("offline")),
      automations: async () => void played.push("automations"),
    },
    (scene, { message }) => failed.push([scene, message]),
    new AbortController().signal,
  );
  expect(played).toEqual(["rules", "automations"]);
  expect(failed).toEqual([
    ["tickets", "the reader of files ended"],
    ["commands", "offline"],
  ]);
});

test("when the demo ends no other scene begins, and what that broke off is no failure", async () => {
  const ending = new AbortController();
  const seen: string[] = [];
  await playAll(
    {
      rules: async () => {
        ending.abort();
        throw new Error("aborted");
      },
      commands: async () => void seen.push("commands"),
    },
    (scene) => seen.push(scene),
    ending.signal,
  );
  expect(seen).toEqual([]);
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";

import { containerTopic } from "../features/live/live.topics.ts";
import { commandTopic, dataTopic, stateTopic } from "../features/telemetry/telemetry.topics.ts";
import { topics } from "../topics.ts";
import { topic } from "./topic.ts";

const segment = fc.stringMatching(/^[a-z0-9][a-z0-9-]{2,35}$/);

describe("a topic", () => {
  test("of a container carries the protocol's prefix, one of the screens does not", () => {
    expect(dataTopic.name({ containerId: "kisumu" })).toBe("offgrid/1/kisumu/data");
    expect(containerTopic.name({ containerId: "kisumu" })).toBe("ui/container/kisumu");
  });

  test("returns its parameters from an exact name, and no other topic matches that name", () => {
    fc.assert(
      fc.property(segment, fc.constantFrom(...topics), (id, chosen) => {
        const key = /\{(\w+)\}/.exec(chosen.pattern)?.[1] ?? "";
        const name = chosen.name({ [key]: id });
        expect(chosen.match(name)).toEqual({ [key]: id });
        expect(topics.filter((other) => other.match(name) !== undefined)).toEqual([chosen]);
      }),
    );
  });

  test("does not match wildcards, a longer or a shorter name", () => {
    for (const name of [
      "offgrid/1/+/data",
      "offgrid/1/#",
      "offgrid/1/a/data/b",
      "offgrid/1/data",
      "x/offgrid/1/a/data",
    ]) {
      expect(dataTopic.match(name)).toBeUndefined();
    }
    expect(commandTopic.match("offgrid/1/kisumu/cmd/res")).toBeUndefined();
  });

  test.each(["", "a/b", "+", "#"])("refuses the parameter %j, which would change its shape", (containerId) => {
    expect(() => dataTopic.name({ containerId })).toThrow(RangeError);
  });

  test("takes exactly its own parameters", () => {
    const two = topic("{containerId}/device/{deviceId}", {
      summary: "",
      payload: z.object({}),
      publish: "server",
      subscribe: "controller",
    });
    expect(two.match("offgrid/1/kisumu/device/inv1")).toEqual({ containerId: "kisumu", deviceId: "inv1" });
    // @ts-expect-error: a parameter is missing
    expect(() => dataTopic.name({})).toThrow(RangeError);
    // @ts-expect-error: one of two is missing
    expect(() => two.name({ containerId: "kisumu" })).toThrow(RangeError);
    // @ts-expect-error: there is no parameter of this name
    expect(() => dataTopic.name({ container: "kisumu" })).toThrow(RangeError);
  });
});

describe("the topics of the portal", () => {
  test("have different patterns and one sentence each", () => {
    expect(new Set(topics.map((each) => each.pattern)).size).toBe(topics.length);
    for (const each of topics) expect(each.summary).toMatch(/\.$/);
  });

  test("are retained for the state only", () => {
    expect(topics.filter((each) => each.retained)).toEqual([stateTopic]);
  });

  test("let neither screens nor controllers publish what only the server may", () => {
    for (const each of topics) {
      expect(each.publish).not.toBe("screen");
      expect(each.publish).not.toBe(each.subscribe);
    }
  });
});

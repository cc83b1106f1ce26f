import { describe, expect, test } from "vitest";

import {
  commandEvents,
  commandStates,
  type CommandEvent,
  type CommandState,
  move,
  openStates,
} from "./command-moves.ts";

const finals: readonly CommandState[] = ["done", "failed", "refused", "expired", "cancelled"];

/** Every way that a command may go, as control of equipment has to know it. */
const ways: readonly [CommandState, CommandEvent, CommandState][] = [
  ["queued", "send", "sent"],
  ["queued", "withdraw", "refused"],
  ["queued", "cancel", "cancelled"],
  ["queued", "timeout", "expired"],
  ["sent", "accepted", "accepted"],
  ["sent", "done", "done"],
  ["sent", "mismatch", "failed"],
  ["sent", "failed", "failed"],
  ["sent", "refused", "refused"],
  ["sent", "expired", "expired"],
  ["sent", "timeout", "unknown"],
  ["accepted", "done", "done"],
  ["accepted", "mismatch", "failed"],
  ["accepted", "failed", "failed"],
  ["accepted", "refused", "refused"],
  ["accepted", "expired", "expired"],
  ["accepted", "timeout", "unknown"],
  ["unknown", "done", "done"],
  ["unknown", "mismatch", "failed"],
  ["unknown", "failed", "failed"],
  ["unknown", "refused", "refused"],
  ["unknown", "expired", "expired"],
];

describe("the states of a command", () => {
  test("go these ways and no others", () => {
    const found = commandStates.flatMap((state) =>
      commandEvents.flatMap((event) => {
        const next = move(state, event);
        return "state" in next ? [`${state} ${event} ${next.state}`] : [];
      }),
    );
    expect(found.toSorted()).toEqual(ways.map((way) => way.join(" ")).toSorted());
  });

  test("an answer to what was unknown is marked as late, and no other", () => {
    for (const [state, event] of ways) expect(move(state, event)).toMatchObject({ isLate: state === "unknown" });
  });

  test("a final state stays, whatever comes", () => {
    for (const state of finals) {
      for (const event of commandEvents) expect(move(state, event)).toHaveProperty("refusal");
    }
    expect(move("done", "failed")).toEqual({ refusal: "final" });
  });

  test("what comes twice changes nothing", () => {
    for (const [, event, next] of ways) expect(move(next, event)).toEqual({ refusal: "repeated" });
  });

  test("neither time nor a person ends what is unknown", () => {
    for (const event of ["timeout", "cancel", "withdraw", "send", "accepted"] as const) {
      expect(move("unknown", event)).toHaveProperty("refusal");
    }
  });

  test("nothing that was not sent is done", () => {
    for (const event of commandEvents) expect(move("queued", event)).not.toMatchObject({ state: "done" });
  });

  test("each state is open, final or unknown", () => {
    expect([...openStates, ...finals, "unknown"].toSorted()).toEqual(commandStates.toSorted());
  });
});

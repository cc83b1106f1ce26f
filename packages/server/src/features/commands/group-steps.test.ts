import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { commandStates, type CommandState, openStates } from "@offgrid/contract/commands/command-moves";
import { type GroupMember, groupStep } from "./group-steps.ts";

const named = (members: readonly Omit<GroupMember, "containerId">[]): GroupMember[] =>
  members.map((member, place) => ({ containerId: `c${place}`, ...member }));
const waiting = (count: number) => Array.from({ length: count }, () => ({ state: null, obstacle: null }));
const given = (count: number, state: CommandState) => Array.from({ length: count }, () => ({ state, obstacle: null }));
const isOpen = (state: CommandState | null) => openStates.some((open) => open === state);

describe("a group command", () => {
  test("begins with ten", () => {
    expect(groupStep(named(waiting(25)))).toEqual({ give: named(waiting(10)).map(({ containerId }) => containerId) });
  });

  test("waits for the first ten, and goes on with fifty at a time when they have ended well", () => {
    const rest = waiting(100);
    expect(groupStep(named([...given(9, "done"), ...given(1, "accepted"), ...rest]))).toEqual({ give: [] });
    expect(groupStep(named([...given(10, "done"), ...rest])).give).toHaveLength(50);
    expect(groupStep(named([...given(10, "done"), ...given(20, "sent"), ...rest])).give).toHaveLength(30);
  });

  test("stops at the third failure of the first ten, not at two of them nor at later ones", () => {
    const rest = waiting(5);
    const three = [...given(1, "failed"), ...given(1, "unknown"), ...given(1, "refused")];
    expect(groupStep(named([...three, ...given(2, "sent"), ...rest]))).toEqual({ give: [], end: "stopped" });
    expect(groupStep(named([...three.slice(1), ...given(8, "done"), ...rest])).give).toHaveLength(5);
    expect(groupStep(named([...given(10, "done"), ...three, ...rest])).give).toHaveLength(5);
  });

  test("passes over containers with an obstacle, which are no failures of the order", () => {
    const offline = Array.from({ length: 12 }, () => ({ state: null, obstacle: "offline" }));
    expect(groupStep(named([...offline, ...waiting(12)])).give).toHaveLength(10);
    expect(groupStep(named(offline))).toEqual({ give: [], end: "done" });
  });

  test("is done when nothing is left", () => {
    expect(groupStep(named(given(4, "done")))).toEqual({ give: [], end: "done" });
    expect(groupStep(named([...given(4, "done"), ...given(1, "sent")]))).toEqual({ give: [] });
  });
});

const member = fc.record({
  state: fc.option(fc.constantFrom(...commandStates)),
  obstacle: fc.option(fc.constant("locked"), { freq: 8 }),
});

test("whatever became of the members, the group gives only to those that wait, never too many, and ends in time", () => {
  fc.assert(
    fc.property(fc.array(member, { maxLength: 150 }), (list) => {
      const members = named(list.map(({ state, obstacle }) => ({ state, obstacle: state === null ? obstacle : null })));
      const { give, end } = groupStep(members);
      const left = members.filter(({ state, obstacle }) => state === null && obstacle === null);
      const open = members.filter(({ state }) => isOpen(state)).length;
      const first = members.filter(({ state }) => state !== null).slice(0, 10);
      const failures = first.filter(({ state }) => state !== "done" && !isOpen(state)).length;
      expect(left.map(({ containerId }) => containerId)).toEqual(expect.arrayContaining(give));
      expect(give.length === 0 || give.length + open <= 50).toBe(true);
      if (first.length < 10 || first.some(({ state }) => isOpen(state))) {
        expect(give.length + first.length).toBeLessThanOrEqual(10);
      }
      expect(end === "stopped").toBe(failures >= 3);
      // It never waits for nothing.
      expect(end !== undefined || give.length > 0 || open > 0).toBe(true);
    }),
  );
});

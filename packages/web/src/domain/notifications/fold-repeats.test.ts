import fc from "fast-check";
import { expect, test } from "vitest";

import { fakeNotification } from "./notification.fake.ts";
import { type EventText, type Notification, foldRepeats } from "./fold-repeats.ts";

const textOf: EventText = ({ code }) => code;

test("the same at the same container is one line with how often, since when, and what of it is not read", () => {
  const lines = [
    fakeNotification({ id: "4", at: "2026-11-24T11:40:00.000Z", read: false }),
    fakeNotification({ id: "3", at: "2026-11-24T11:00:00.000Z", containerId: "kayes" }),
    fakeNotification({ id: "2", at: "2026-11-24T09:00:00.000Z", read: true }),
    fakeNotification({ id: "1", at: "2026-11-24T08:12:00.000Z", read: false }),
  ];
  const facts = foldRepeats(lines, textOf).map(({ newest, count, firstAt, unreadIds }) => [
    newest.id,
    count,
    firstAt.slice(11, 16),
    unreadIds,
  ]);
  expect(facts).toEqual([
    ["4", 3, "08:12", ["4", "1"]],
    ["3", 1, "11:00", ["3"]],
  ]);
});

test("what happened to several outputs within a minute is one line that names them, and repeats of it are counted", () => {
  const off = (id: string, at: string, device: string, more: Partial<Notification> = {}) =>
    fakeNotification({ id, at: `2026-11-24T${at}.000Z`, code: "output.changed", device, ...more });
  const lines = [
    off("7", "11:40:50", "relay.2", { containerId: "kayes" }),
    off("6", "11:40:30", "relay.2"),
    off("5", "11:40:29", "relay.1", { read: true }),
    off("4", "09:00:59", "relay.1"),
    off("3", "09:00:58", "relay.2"),
    off("2", "09:00:30", "relay.3", { level: "warning" }),
    off("1", "08:59:00", "relay.1"),
  ];
  const named: EventText = ({ outputName }, together) =>
    together
      ?.map(({ device }) => device)
      .toSorted()
      .join(" and ") ?? `${outputName} off`;
  const facts = foldRepeats(lines, named).map(({ newest, text, count, firstAt, unreadIds }) => [
    newest.id,
    text,
    count,
    firstAt.slice(11, 16),
    unreadIds,
  ]);
  expect(facts).toEqual([
    ["7", "relay.2", 1, "11:40", ["7"]],
    ["6", "relay.1 and relay.2", 2, "09:00", ["6", "4", "3"]],
    ["2", "relay.3", 1, "09:00", ["2"]],
    ["1", "relay.1", 1, "08:59", ["1"]],
  ]);
});

test("what warned is never counted among the events that are not read", () => {
  const [line] = foldRepeats([fakeNotification({ type: "warning", read: false })], textOf);
  expect(line?.unreadIds).toEqual([]);
});

test("in the list of what warned, each time that it did so counts among what is not read", () => {
  const lines = ["3", "2", "1"].map((id) => fakeNotification({ id, type: "warning", read: id === "2" }));
  const [line, ...others] = foldRepeats(lines, textOf, "warning");
  expect(line).toMatchObject({ count: 3, unreadIds: ["3", "1"] });
  expect(others).toEqual([]);
});

test("however lines are folded, none is lost or said twice", () => {
  const line = fc.record({
    containerId: fc.constantFrom("gao", "kayes"),
    code: fc.constantFrom("door.opened", "door.closed", "link.flapping"),
    device: fc.constantFrom(null, "relay.1"),
    read: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(line), (some) => {
      const lines = some.map((one, index) => fakeNotification({ ...one, id: String(index) }));
      const folded = foldRepeats(lines, textOf);
      expect(folded.reduce((sum, { count }) => sum + count, 0)).toBe(lines.length);
      const unread = lines.filter(({ read }) => !read).map(({ id }) => id);
      expect(folded.flatMap(({ unreadIds }) => unreadIds).toSorted()).toEqual(unread.toSorted());
    }),
  );
});

import fc from "fast-check";
import { expect, test } from "vitest";

import { fakeNotification } from "./notification.fake.ts";
import { foldRepeats } from "./fold-repeats.ts";

const textOf = ({ code }: { code: string }) => code;

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

test("what warned is never counted among the events that are not read", () => {
  const [line] = foldRepeats([fakeNotification({ type: "warning", read: false })], textOf);
  expect(line?.unreadIds).toEqual([]);
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

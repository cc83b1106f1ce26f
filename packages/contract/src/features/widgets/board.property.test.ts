import fc from "fast-check";
import { expect, test } from "vitest";

import { placed, readingOrder, resized, sizeIn, stepped, withSize } from "./board-layout.ts";
import { type BoardChange, changeBoard, nextOf, undoOf } from "./change-board.ts";
import { boardColumns, idOf, leastSize, mostSize, usualSizes, widgetTypes } from "./widget-types.ts";
import { type KeptWidget, SavedWidget } from "./widgets.schema.ts";

const size = fc.record({
  w: fc.integer({ min: leastSize.w, max: mostSize.w }),
  h: fc.integer({ min: leastSize.h, max: mostSize.h }),
});
const widget = (id: string, mark: number): KeptWidget => ({ id, mark });
/** Up to ten widgets of ten ids. */
const board = fc
  .uniqueArray(fc.integer({ min: 0, max: 9 }), { maxLength: 10 })
  .map((ids) => ids.map((id) => widget(`w${id}`, 0)));
const id = fc.integer({ min: 0, max: 9 }).map((number) => `w${number}`);
const ids = fc.uniqueArray(id, { maxLength: 4 });
const change: fc.Arbitrary<BoardChange> = fc.record(
  {
    put: ids.map((all) => all.map((one) => widget(one, 1))),
    before: fc.option(id),
    remove: ids,
    move: fc.record({ id, before: fc.option(id) }),
  },
  { requiredKeys: [] },
);
const idsOf = (widgets: readonly KeptWidget[]) => widgets.map(idOf);

test("widgets never lie over each other or beyond the board, and none could stand further up, whatever its width", () => {
  fc.assert(
    fc.property(fc.array(size, { maxLength: 14 }), fc.constantFrom(1, 2, 6, boardColumns), (sizes, columns) => {
      const places = placed(sizes, columns);
      expect(places).toHaveLength(sizes.length);
      const cells = places.flatMap(({ x, y, w, h }) =>
        Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)},${y + Math.floor(cell / w)}`),
      );
      expect(new Set(cells).size).toBe(cells.length);
      for (const [index, { x, y, w, h }] of places.entries()) {
        expect(x >= 0 && y >= 0 && x + w <= columns).toBe(true);
        expect({ w, h }).toEqual(sizeIn(sizes[index]!, columns));
        // Each place before its own has no room for it.
        for (let at = 0; at < y * columns + x; at += 1) {
          const [left, top] = [at % columns, Math.floor(at / columns)];
          const isFree = Array.from({ length: w * h }, (_, cell) => cell).every(
            (cell) => !cells.includes(`${left + (cell % w)},${top + Math.floor(cell / w)}`),
          );
          const isOwn = top + h > y && left + w > x && left < x + w;
          if (!isOwn && left + w <= columns) expect(isFree).toBe(false);
        }
      }
    }),
  );
});

test("a widget moves one place earlier or later as one reads the board, though others fill holes before it", () => {
  // The third fills the hole above the second, and is read before it.
  const sizes = [
    { w: 8, h: 2 },
    { w: 12, h: 2 },
    { w: 4, h: 2 },
  ];
  expect(readingOrder(placed(sizes, boardColumns))).toEqual([0, 2, 1]);
  expect(stepped(sizes, boardColumns, 1, -1)).toBe(0);
  expect(stepped(sizes, boardColumns, 2, -1)).toBe(0);
  expect(stepped(sizes, boardColumns, 0, -1)).toBeUndefined();
  fc.assert(
    fc.property(fc.array(size, { minLength: 1, maxLength: 8 }), fc.constantFrom<-1 | 1>(-1, 1), (all, by) => {
      const rank = (list: readonly number[], one: number) =>
        readingOrder(
          placed(
            list.map((each) => all[each]!),
            boardColumns,
          ),
        ).findIndex((each) => list[each] === one);
      const list = all.map((_, each) => each);
      for (const one of list) {
        const to = stepped(all, boardColumns, one, by);
        if (to === undefined) continue;
        const moved = list.toSpliced(one, 1).toSpliced(to, 0, one);
        expect((rank(moved, one) - rank(list, one)) * by).toBeGreaterThan(0);
      }
    }),
  );
});

test("a widget that is made wider takes the room of those at its right, and gives it back", () => {
  const row = [4, 4, 4].map((w) => ({ w, h: 2 }));
  const least = [3, 3, 3];
  const wider = withSize(row, 0, { w: 5, h: 2 }, least);
  expect(wider.map(({ w }) => w)).toEqual([5, 3, 4]);
  expect(withSize(wider, 0, { w: 4, h: 2 }, least)).toEqual(row);
  expect(withSize(row, 0, { w: 6, h: 2 }, least).map(({ w }) => w)).toEqual([6, 3, 3]);
  // More than they have: they stay as they are, and go on below.
  expect(withSize(row, 0, { w: 7, h: 2 }, least).map(({ w }) => w)).toEqual([7, 4, 4]);
  // Two that stand beside one tall one both give room.
  const beside = [
    { w: 6, h: 4 },
    { w: 6, h: 2 },
    { w: 6, h: 2 },
  ];
  expect(withSize(beside, 0, { w: 7, h: 4 }, least).map(({ w }) => w)).toEqual([7, 5, 5]);
  fc.assert(
    fc.property(fc.array(size, { minLength: 1, maxLength: 8 }), fc.nat(7), size, (all, place, wanted) => {
      const index = place % all.length;
      const after = withSize(
        all,
        index,
        wanted,
        all.map(({ w }) => Math.min(3, w)),
      );
      expect(after[index]).toEqual(wanted);
      for (const [one, { w, h }] of after.entries()) {
        expect(h).toBe(one === index ? wanted.h : all[one]!.h);
        expect(w >= leastSize.w && w <= mostSize.w).toBe(true);
      }
    }),
  );
});

test("a change of a board keeps every widget that it does not remove, and none twice", () => {
  fc.assert(
    fc.property(board, change, (widgets, wanted) => {
      const after = changeBoard(widgets, wanted);
      expect(new Set(idsOf(after)).size).toBe(after.length);
      for (const one of widgets) {
        const isNamed = [...(wanted.put ?? []).map(idOf), ...(wanted.remove ?? [])].includes(idOf(one));
        if (!isNamed) expect(after).toContain(one);
      }
      for (const one of wanted.put ?? []) expect(after).toContain(one);
    }),
  );
});

test("what is changed on a board and taken back leaves it as it was", () => {
  fc.assert(
    fc.property(board, change, (widgets, wanted) => {
      const after = changeBoard(widgets, wanted);
      expect(undoOf(widgets, wanted).reduce(changeBoard, after)).toEqual(widgets);
    }),
  );
});

test("what two screens change of different widgets is there in either order", () => {
  fc.assert(
    fc.property(board, ids, ids, (widgets, one, other) => {
      const left = other.filter((each) => !one.includes(each));
      const changes: [BoardChange, BoardChange] = [
        { put: one.map((each) => widget(each, 1)) },
        { remove: left.slice(0, 2), put: left.slice(2).map((each) => widget(each, 2)) },
      ];
      const sorted = (all: KeptWidget[]) => all.toSorted((a, b) => idOf(a).localeCompare(idOf(b)));
      expect(sorted(changes.reduce(changeBoard, widgets))).toEqual(
        sorted(changes.toReversed().reduce(changeBoard, widgets)),
      );
    }),
  );
});

test("a widget moves one place on and back, and grows and shrinks within the limits of a board", () => {
  const widgets = ["a", "b", "c"].map((one) => widget(one, 0));
  const moved = changeBoard(widgets, { move: { id: "a", before: "c" } });
  expect(idsOf(moved)).toEqual(["b", "a", "c"]);
  expect(changeBoard(moved, { move: { id: "a", before: "b" } })).toEqual(widgets);
  expect(nextOf(widgets, "c")).toBeNull();
  fc.assert(
    fc.property(size, fc.integer({ min: -15, max: 15 }), (given, by) => {
      const { w, h } = resized(given, { w: by, h: by });
      expect(w >= leastSize.w && w <= mostSize.w && h >= leastSize.h && h <= mostSize.h).toBe(true);
      const isWithin = given.w + by >= leastSize.w && given.w + by <= mostSize.w;
      if (isWithin) expect(resized({ w, h: given.h }, { w: -by })).toEqual(given);
    }),
  );
});

test("a widget is saved in the shape of its type, or as it is where its type or version is not known", () => {
  const text = { id: "note", v: 1, type: "text", title: "", size: usualSizes.text[0], pinned: false, text: "Call Awa" };
  expect(SavedWidget.safeParse(text).success).toBe(true);
  expect(SavedWidget.safeParse({ ...text, v: 2, text: 7 }).success).toBe(true);
  expect(SavedWidget.safeParse({ id: "old", kind: "clock" }).success).toBe(true);
  const wrong = [
    { ...text, text: 7 },
    { ...text, size: { w: 13, h: 1 } },
    { ...text, more: true },
    { ...text, id: "create" },
    { kind: "clock" },
  ];
  for (const one of wrong) expect(SavedWidget.safeParse(one).success, JSON.stringify(one)).toBe(false);
  const kpi = { ...text, text: undefined, type: "kpi", figure: "battery.voltage" };
  const { text: _, ...figure } = kpi;
  expect(SavedWidget.safeParse({ ...figure, of: { kind: "containers", ids: ["gao"] } }).success).toBe(true);
  expect(SavedWidget.safeParse({ ...figure, of: { kind: "all" } }).success).toBe(false);
});

test("each type of widget has three sizes that fit on a board, each larger than the one before", () => {
  for (const type of widgetTypes) {
    const [small, middle, large] = usualSizes[type].map((one) => one.w * one.h);
    expect(small! < middle! && middle! < large!, type).toBe(true);
    for (const one of usualSizes[type]) expect(resized(one, {})).toEqual(one);
  }
});

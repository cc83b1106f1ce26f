import { expect, test } from "vitest";

import { fitBoard } from "./fit-board.ts";
import { SavedBoard, type KeptWidget } from "./widgets.schema.ts";

const common = { v: 1, title: "", size: { w: 4, h: 3 }, pinned: false };
const here = { kind: "containers", ids: ["lodwar"] };
const board = [
  { ...common, id: "a", type: "kpi", of: here, figure: "soc" },
  { ...common, id: "b", type: "kpi", of: here, figure: "battery.voltage" },
  { ...common, id: "c", type: "chart", chart: { kind: "template", template: "power", container: "lodwar" } },
  { ...common, id: "d", type: "chart", chart: { kind: "saved", id: "one" } },
  { ...common, id: "e", type: "map", of: { kind: "cluster", id: "north" } },
  { ...common, id: "f", type: "outlook", container: "lodwar", shows: "days" },
  { ...common, id: "g", type: "list", of: { kind: "containers", ids: ["gao", "lodwar"] } },
  { ...common, id: "h", type: "text", text: "Call Awa" },
] as unknown as KeptWidget[];

test("a board that is made fit names nothing that its reader does not see, and can be saved as it is", () => {
  const seen = { containers: ["gao", "jumla"], clusters: new Set<string>() };
  const fitting = fitBoard(board, seen);
  expect(fitting.map(({ id }) => id)).toEqual(["a", "b", "c", "d", "e", "f", "g", "h"]);
  expect(JSON.stringify(fitting)).not.toMatch(/lodwar|north/);
  expect(SavedBoard.safeParse(fitting).error).toBeUndefined();
  expect(fitting[1]).toMatchObject({ of: { kind: "containers", ids: ["gao"] } });
});

test("what its reader sees stays as it is, and what is about one container is left out for who has none", () => {
  expect(fitBoard(board, { containers: ["gao", "lodwar"], clusters: new Set(["north"]) })).toEqual(board);
  const none = fitBoard(board, { containers: [], clusters: new Set() });
  expect(none.map(({ id }) => id)).toEqual(["a", "d", "e", "g", "h"]);
  expect(fitBoard([{ id: "clock", v: 9, container: "lodwar" }], { containers: [], clusters: new Set() })).toEqual([]);
});

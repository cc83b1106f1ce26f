import type { FlowBranch, FlowKind } from "./flow-balance.ts";

/** The place of a branch in the drawing, and the path of its line from its edge to the bus, in units of the drawing. */
export interface PlacedBranch {
  branch: FlowBranch;
  x: number;
  y: number;
  width: number;
  height: number;
  /** From the branch to the bus, or the other way round where power leaves the bus. */
  path: string;
  /** The middle of the line, and the angle there in degrees, in the direction of the power. */
  arrow: { x: number; y: number; angleDeg: number };
}

export interface FlowLayout {
  width: number;
  height: number;
  bus: { x: number; y: number; width: number; height: number };
  placed: PlacedBranch[];
}

type Side = "top" | "left" | "right" | "bottom";
type Point = readonly [x: number, y: number];

const sides: Record<FlowKind, Side> = {
  solar: "top",
  generator: "left",
  grid: "left",
  battery: "bottom",
  load: "right",
  losses: "right",
  unmetered: "right",
};
const width = 960;
/** From line to line. */
export const lineStep = 20;
/** High enough for three lines. */
const box = { width: 172, height: 76 };
/** Wide enough for how long it lasts, the longest of its lines. */
const batteryBox = { width: 284, height: 98 };
const bus = { width: 160, height: 60 };
const edge = 4;
const gap = 14;
/** Between the outer boxes and the bus, up and down. */
const reach = 84;

function boxOf({ kind }: FlowBranch, lines: number): { width: number; height: number } {
  if (sides[kind] === "bottom") return batteryBox;
  if (sides[kind] === "top") return box;
  return { ...box, height: box.height + Math.max(0, lines - 3) * lineStep };
}

/**
 * Places sun above, sources left, batteries below and loads right of the bus; the more there are, the higher the drawing.
 * @param linesOf How many lines of text the box of a branch has: beside the bus it grows with them.
 */
export function layFlow(branches: readonly FlowBranch[], linesOf: (branch: FlowBranch) => number): FlowLayout {
  const on = (side: Side) => branches.filter(({ kind }) => sides[kind] === side);
  const sizeOf = (branch: FlowBranch) => boxOf(branch, linesOf(branch));
  /** The length of boxes one after the other, with the gaps between them. */
  const columnHeight = (there: readonly FlowBranch[]) =>
    there.reduce((sum, branch) => sum + sizeOf(branch).height + gap, 0) - (there.length > 0 ? gap : 0);
  const top = on("top").length > 0 ? box.height + reach : 0;
  const bottom = on("bottom").length > 0 ? batteryBox.height + reach : 0;
  const column = Math.max(columnHeight(on("left")), columnHeight(on("right")));
  // A row of many boxes reaches over the columns, or into the curves of their lines: these then stand below or above it.
  const overColumns = (count: number, size: { width: number; height: number }) =>
    count * (size.width + gap) - gap > width - 2 * (edge + box.width + reach) ? size.height + gap : 0;
  const above = edge + overColumns(on("top").length, box);
  const below = edge + overColumns(on("bottom").length, batteryBox);
  const height = Math.max(2 * edge + top + bus.height + bottom, above + column + below);
  const spare = height - 2 * edge - top - bus.height - bottom;
  const busY = edge + top + spare / 2 + bus.height / 2;
  const busX = width / 2;

  const place = (side: Side, branch: FlowBranch, index: number, there: readonly FlowBranch[]): PlacedBranch => {
    const size = sizeOf(branch);
    const count = there.length;
    const along = (index - (count - 1) / 2) * (size.width + gap);
    // A long column is moved rather than cut off.
    const half = columnHeight(there) / 2;
    const middle = Math.min(Math.max(busY, above + half), height - below - half);
    const before = columnHeight(there.slice(0, index)) + (index > 0 ? gap : 0);
    const x = side === "left" ? edge : side === "right" ? width - edge - size.width : busX + along - size.width / 2;
    const y = side === "top" ? edge : side === "bottom" ? height - edge - size.height : middle - half + before;
    // Lines of one side come in side by side.
    const spread = Math.max(-1, Math.min(1, count === 1 ? 0 : (2 * index) / (count - 1) - 1));
    const inner: Record<Side, [Point, Point]> = {
      top: [
        [x + size.width / 2, y + size.height],
        [busX + spread * bus.width * 0.36, busY - bus.height / 2],
      ],
      bottom: [
        [x + size.width / 2, y],
        [busX + spread * bus.width * 0.36, busY + bus.height / 2],
      ],
      left: [
        [x + size.width, y + size.height / 2],
        [busX - bus.width / 2, busY + spread * bus.height * 0.36],
      ],
      right: [
        [x, y + size.height / 2],
        [busX + bus.width / 2, busY + spread * bus.height * 0.36],
      ],
    };
    const isUpright = side === "top" || side === "bottom";
    const [from, to] = (branch.powerW ?? 0) >= 0 ? inner[side] : (inner[side].toReversed() as [Point, Point]);
    return { branch, x, y, ...size, ...curve(from, to, isUpright) };
  };
  const placed = (["top", "left", "bottom", "right"] as const).flatMap((side) => {
    const there = on(side);
    return there.map((branch, index) => place(side, branch, index, there));
  });
  return {
    width,
    height,
    bus: { x: busX - bus.width / 2, y: busY - bus.height / 2, ...bus },
    placed,
  };
}

/** A cubic curve that leaves and arrives at a right angle to the boxes. */
function curve(from: Point, to: Point, isUpright: boolean): Pick<PlacedBranch, "path" | "arrow"> {
  const [x0, y0] = from;
  const [x3, y3] = to;
  const [x1, y1] = isUpright ? [x0, (y0 + y3) / 2] : [(x0 + x3) / 2, y0];
  const [x2, y2] = isUpright ? [x3, (y0 + y3) / 2] : [(x0 + x3) / 2, y3];
  // The cubic and its direction at one half.
  const x = (x0 + 3 * x1 + 3 * x2 + x3) / 8;
  const y = (y0 + 3 * y1 + 3 * y2 + y3) / 8;
  const angleDeg = (Math.atan2(y3 + y2 - y1 - y0, x3 + x2 - x1 - x0) * 180) / Math.PI;
  const round = (value: number) => Math.round(value * 10) / 10;
  const points = [x1, y1, x2, y2, x3, y3].map(round).join(" ");
  return {
    path: `M${round(x0)} ${round(y0)}C${points}`,
    arrow: { x: round(x), y: round(y), angleDeg: round(angleDeg) },
  };
}

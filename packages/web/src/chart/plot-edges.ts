import { createContext } from "react";

export type PlotSide = "left" | "right";

interface Member {
  needsPx: Record<PlotSide, number>;
  redraw: () => void;
}

/**
 * Plots below each other, whose edges stand above each other, so that an instant is at one place in all of them: each has
 * beside it the room that the widest labels of any of them need.
 */
export class PlotEdges {
  readonly #members = new Map<object, Member>();

  /** @returns how it leaves */
  join(member: object, redraw: () => void): () => void {
    this.#members.set(member, { needsPx: { left: 0, right: 0 }, redraw });
    return () => {
      this.#members.delete(member);
      this.#redrawBut(member);
    };
  }

  /** The room that a plot takes on a side, CSS pixels. Others are drawn again where it needs more or less than before. */
  take(member: object, side: PlotSide, needsPx: number): number {
    const before = this.#mostPx(side);
    const own = this.#members.get(member);
    if (!own) return Math.max(before, needsPx);
    // Axes take whole pixels, and paddings parts of them.
    own.needsPx[side] = Math.ceil(needsPx);
    const now = this.#mostPx(side);
    if (now !== before) this.#redrawBut(member);
    return now;
  }

  #mostPx(side: PlotSide): number {
    return Math.max(0, ...[...this.#members.values()].map(({ needsPx }) => needsPx[side]));
  }

  #redrawBut(member: object): void {
    for (const [other, { redraw }] of this.#members) if (other !== member) redraw();
  }
}

/** The plots that a plot stands among; undefined: it stands alone. */
export const PlotEdgesContext = createContext<PlotEdges | undefined>(undefined);

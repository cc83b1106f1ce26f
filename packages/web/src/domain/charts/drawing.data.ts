import { tickMs } from "@offgrid/contract/core/constants";
import { keepPreviousData } from "@tanstack/react-query";

import type { Input } from "../../core/api/call.ts";
import { useCall } from "../../core/api/use-call.ts";

/** Of a line in a window that is as narrow as a phone; more would lie on each other. */
export const phonePoints = 400;

export type DrawingAsked = Input<"chartDraw">;

/** A definition drawn, and drawn again as time goes on. What was drawn before stays until the next is there. */
export function useDrawing(asked: DrawingAsked, { enabled = true }: { enabled?: boolean } = {}) {
  return useCall("chartDraw", asked, {
    enabled,
    select: ({ data }) => data,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.isOpen ? tickMs : false),
  });
}

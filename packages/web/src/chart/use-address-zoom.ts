import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";

import { zoomOf, zoomText } from "../core/search-params.ts";
import type { TimeRange } from "../ui/period-range.ts";
import type { ChartZoom } from "./use-chart-view.ts";

/**
 * The zoom of a page's chart in its address, so that a reload keeps it and going back undoes it. The page's search must
 * have `zoomParam`.
 */
export function useAddressZoom(): ChartZoom {
  const { zoom } = useSearch({ strict: false }) as { zoom?: string };
  const navigate = useNavigate();
  const view = useMemo(() => zoomOf(zoom), [zoom]);
  const onView = useCallback(
    (next: TimeRange | undefined) => {
      const search = ({ zoom: _before, ...others }: { zoom?: string }) =>
        next ? { ...others, zoom: zoomText(next) } : others;
      void navigate({ to: ".", search: search as never, resetScroll: false });
    },
    [navigate],
  );
  return useMemo(() => ({ view, onView, addressOf }), [view, onView]);
}

function addressOf(view: TimeRange | undefined): string {
  const address = new URL(location.href);
  if (view) address.searchParams.set("zoom", zoomText(view));
  else address.searchParams.delete("zoom");
  return address.href;
}

import { useEffect } from "react";

import type { TimeRange } from "../../ui/period-range.ts";
import { useHappened } from "./happened.data.ts";
import type { Happened } from "./happened.ts";

/** For screens that load the marks of a chart after the chart itself: says what they are, and shows nothing. */
export function TellHappened({
  containerIds,
  range,
  onHappened,
}: {
  containerIds: readonly string[];
  range: TimeRange;
  onHappened: (happened: Happened) => void;
}) {
  const happened = useHappened(containerIds, range);
  useEffect(() => onHappened(happened), [happened, onHappened]);
  return null;
}

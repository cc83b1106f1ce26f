import { longestRawMs } from "@offgrid/contract/charts/chart-rules";
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";

import type { TimeRange } from "../../ui/period-range.ts";

interface RawButtonProps {
  drawn: { from: number; to: number };
  /** @param range Undefined: the one that is drawn. */
  onRaw: (range: TimeRange | undefined) => void;
}

/** Single readings are one click away: of a long range, those of its last two days. */
export function RawButton({ drawn: { from, to }, onRaw }: RawButtonProps) {
  const { t } = useTranslation("charts");
  const isShort = to - from <= longestRawMs;
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      h="auto"
      styles={{ label: { whiteSpace: "normal" } }}
      onClick={() => onRaw(isShort ? undefined : { fromMs: to - longestRawMs, toMs: to })}
    >
      {isShort ? t("raw.show") : t("raw.lastDays")}
    </Button>
  );
}

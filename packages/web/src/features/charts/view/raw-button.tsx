import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";

import type { TimeRange } from "../../../ui/period-range.ts";
import { daysForRaw } from "./raw-days.ts";

interface RawButtonProps {
  drawn: { from: number; to: number };
  /** The part that is looked at; undefined: all of it. */
  view: TimeRange | undefined;
  /** @param range Undefined: the one that is drawn. */
  onRaw: (range: TimeRange | undefined) => void;
}

/** Single readings are one click away: of a long range, those of two days of it. */
export function RawButton({ drawn, view, onRaw }: RawButtonProps) {
  const { t } = useTranslation("charts");
  const days = daysForRaw(drawn, view);
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      h="auto"
      // In the lines of the library letters that go below the line would be cut, where the button is as high as they are.
      lh={1.5}
      styles={{ label: { whiteSpace: "normal", overflow: "visible" } }}
      onClick={() => onRaw(days)}
    >
      {days === undefined ? t("raw.show") : t(view ? "raw.nearDays" : "raw.lastDays")}
    </Button>
  );
}

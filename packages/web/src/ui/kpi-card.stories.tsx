import { nowMs, solar, zone } from "../testing/samples.ts";
import type { Story } from "../testing/story.tsx";
import { useWords } from "../testing/story-words.ts";
import { KpiCard, type KpiCardProps } from "./kpi-card.tsx";

const spark = solar.filter((_, index) => index % 4 === 0);

function Example({
  unit = "W",
  hasNote = false,
  ...figure
}: Pick<KpiCardProps, "value" | "at" | "change" | "spark"> & { unit?: "W" | "percent"; hasNote?: boolean }) {
  const words = useWords();
  return (
    <KpiCard
      label={words.power}
      unit={unit}
      everyS={60}
      now={nowMs}
      zone={zone}
      note={hasNote ? words.note : undefined}
      {...figure}
    />
  );
}

export const stories: readonly Story[] = [
  {
    name: "kpi-card",
    states: {
      full: () => <Example value={1_820} at={nowMs - 5_000} change={12.4} spark={spark} hasNote />,
      "many times": () => <Example value={6_210} at={nowMs - 5_000} change={521} spark={spark} />,
      stale: () => <Example value={1_820} at={nowMs - 7_200_000} change={-30} />,
      "a percentage": () => <Example value={64} unit="percent" at={nowMs - 5_000} change={-3.4} />,
      missing: () => <Example value={undefined} />,
    },
  },
];

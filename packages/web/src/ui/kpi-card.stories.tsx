import { nowMs, solar, zone } from "../testing/samples.ts";
import type { Story } from "../testing/story.tsx";
import { useWords } from "../testing/story-words.ts";
import { KpiCard, type KpiCardProps } from "./kpi-card.tsx";

const spark = solar.filter((_, index) => index % 4 === 0);

function Example({
  hasNote = false,
  ...figure
}: Pick<KpiCardProps, "value" | "at" | "changePercent" | "spark"> & { hasNote?: boolean }) {
  const words = useWords();
  return (
    <KpiCard
      label={words.power}
      unit="W"
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
      full: () => <Example value={1_820} at={nowMs - 5_000} changePercent={12.4} spark={spark} hasNote />,
      stale: () => <Example value={1_820} at={nowMs - 7_200_000} changePercent={-30} />,
      missing: () => <Example value={undefined} />,
    },
  },
];

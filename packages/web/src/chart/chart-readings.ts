import type { GivenDefinition } from "@offgrid/contract/charts/definition-text";
import { createContext, type ReactNode, useContext } from "react";

export interface ChartReadingsProps {
  definition: GivenDefinition;
  /** What its placeholders stand for. */
  place: { containerId?: string | undefined; clusterId?: string | undefined };
  /** What is seen: epoch ms, and the clocks that its days are of. */
  drawn: { from: number; to: number; zone: string };
  onClose: () => void;
}

type ShowReadings = (props: ChartReadingsProps) => ReactNode;
const ChartReadings = createContext<ShowReadings | undefined>(undefined);

/** The dialog that takes every single reading behind the charts inside: it asks which containers a person sees. */
export const ChartReadingsProvider = ChartReadings.Provider;

/** Undefined: there is none, as on a page without a session. */
export function useChartReadings(): ShowReadings | undefined {
  return useContext(ChartReadings);
}

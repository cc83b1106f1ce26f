import { createContext, useContext } from "react";

const ChartSubject = createContext<string | undefined>(undefined);

/** Names what the charts inside are about, such as a container: a picture or a full screen has no page around it. */
export const ChartSubjectProvider = ChartSubject.Provider;

export function useChartSubject(): string | undefined {
  return useContext(ChartSubject);
}

const ChartContainer = createContext<string | undefined>(undefined);

/** Names the container that the charts inside are about, by its id. */
export const ChartContainerProvider = ChartContainer.Provider;

export function useChartContainer(): string | undefined {
  return useContext(ChartContainer);
}

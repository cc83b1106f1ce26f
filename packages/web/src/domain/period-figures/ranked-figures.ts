/** The figures by which containers are ranked, in the order in which they matter. */
export const rankedFigures = ["withoutPowerH", "unservedWh", "lowestSoc", "sufficiency", "generatorH"] as const;
export type RankedFigure = (typeof rankedFigures)[number];

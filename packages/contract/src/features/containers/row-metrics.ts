/** The live values that a row of the container list holds, and what measures each. No schema library: screens import it. */
export const rowMetrics = {
  soc: "battery.soc",
  solarPower: "solar.power",
  loadPower: "load.power",
  batteryPower: "battery.power",
} as const;
export type RowValue = keyof typeof rowMetrics;

export const rowValues = Object.keys(rowMetrics) as RowValue[];

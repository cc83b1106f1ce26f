/** The relay modules of Advantech that share one layout of coils. */
export const adamModels = ["adam-6060", "adam-6066"] as const;
export type AdamModel = (typeof adamModels)[number];

/** Inputs and outputs of each module. */
export const channels = 6;
export const firstInput = 0;
export const firstOutput = 16;

/** Where a module is. */
export interface AdamModule {
  host: string;
  port: number;
  unit: number;
}

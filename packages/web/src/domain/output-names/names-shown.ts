import type { CallName } from "@offgrid/contract/registry";

/** Answers that say what outputs are called. */
export const namesShown: readonly CallName[] = [
  "getContainerInfoV4",
  "getSitesV2",
  "commandList",
  "outputList",
  "getStreetLight",
  "getAcStatus",
  "getBlackoutForecast",
  "automationList",
];

import type { ContainerInfoV4 } from "@offgrid/contract/containers/containers.schema";
import { tickMs } from "@offgrid/contract/core/constants";
import { useEffect } from "react";

import { useCall } from "../../core/api/use-call.ts";
import { showForecast } from "../containers/patch-containers.ts";
import { isSameEnergy } from "../energy-state/same-energy.ts";

/** It is computed every few minutes. */
export const blackoutPace = { refetchInterval: 4 * tickMs };

/**
 * When the loads are cut, and the state of energy that follows from it. A forecast that was made for this page is the one
 * of header and lists at once; one that a round of the portal has made since is fetched as soon as the header has it.
 */
export function useBlackout({ containerId, energy }: Pick<ContainerInfoV4, "containerId" | "energy">) {
  const blackout = useCall("getBlackoutForecast", { containerId }, blackoutPace);
  const { data: answer, dataUpdatedAt, refetch } = blackout;
  useEffect(() => {
    if (answer) showForecast(containerId, answer, dataUpdatedAt);
  }, [containerId, answer, dataUpdatedAt]);
  useEffect(() => {
    if (answer && !isSameEnergy(answer.energy, energy)) void refetch();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only a change of the container's state asks for another one
  }, [energy]);
  return blackout;
}

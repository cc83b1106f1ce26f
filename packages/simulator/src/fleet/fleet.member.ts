/** A container of the fleet, and its plant. */
import type { AcPlan } from "@offgrid/contract/air-conditioning/ac-plan";
import type { LoadProtection } from "@offgrid/contract/load-protection/load-protection.schema";
import type { PhaseControl } from "@offgrid/contract/phase-control/phase-control.schema";

import { panelsLostFor } from "./nearly-empty.ts";
import { type KitSize, type PlantLocation, type PlantDesign, plantDesign } from "../plant/plant.design.ts";

export interface FleetMember {
  containerId: string;
  name: string;
  address: string;
  serialNumber: string;
  kit: KitSize;
  location: PlantLocation;
  /** In the controller's own settings. */
  loadProtection?: LoadProtection;
  /** In the controller's own settings: how the air conditioner works by itself. Left out: as people leave it. */
  ac?: AcPlan;
  phases?: PhaseControl;
  /** The link drops for minutes, several times a day. */
  badLink?: true;
  /** Somebody changes the file of its controller on site, a while after its first start: the seconds between signs of life. */
  editedByHand?: { linkSeconds: number };
  /** What went wrong some hours before the fleet was first started, and has not been repaired. */
  trouble?: {
    lostPanels?: { share: number; hoursBefore: number };
    stopped?: { metrics: readonly string[]; hoursBefore: number };
    /** Panels lost just so long before that the battery had this charge then. */
    nearlyEmpty?: { atPercent: number };
  };
}

/** The plant of a member. @param firstStartMs When it was first started; left out: before anything went wrong. */
export function memberPlant({ kit, location, trouble = {} }: FleetMember, firstStartMs = Infinity): PlantDesign {
  const sinceMs = (hoursBefore: number) => firstStartMs - hoursBefore * 3_600_000;
  const { lostPanels, stopped, nearlyEmpty } = trouble;
  const emptying = Number.isFinite(firstStartMs) ? nearlyEmpty : undefined;
  const faults = {
    ...location.faults,
    ...(lostPanels && { lostPanels: { share: lostPanels.share, sinceMs: sinceMs(lostPanels.hoursBefore) } }),
    ...(emptying && { lostPanels: panelsLostFor(plantDesign(kit, location), emptying.atPercent, firstStartMs) }),
    ...(stopped && { stopped: { metrics: stopped.metrics, sinceMs: sinceMs(stopped.hoursBefore) } }),
  };
  return plantDesign(kit, { ...location, faults });
}

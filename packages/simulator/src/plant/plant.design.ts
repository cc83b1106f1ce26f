/** The design of a plant: three kit sizes, and what differs from place to place. */
import type { BatteryDesign } from "./battery.ts";
import type { LoadDesign, StreetLightDesign } from "./loads.ts";
import type { InverterDesign } from "./power-flow.ts";
import type { AirConditionerDesign, RoomDesign } from "./room.ts";
import type { ArrayDesign } from "./solar-array.ts";
import type { GeneratorDesign, GridDesign } from "./supervision.ts";
import type { Climate } from "./weather.ts";

export const kitSizes = ["small", "medium", "large"] as const;
export type KitSize = (typeof kitSizes)[number];

/** Faults that are part of a plant. */
export interface PlantFaults {
  /** This cell (from 1) loses charge against the others until someone balances the pack. */
  driftingCell?: { cell: number; percentPerDay: number; balancedEveryDays: number };
  /** Metrics of sensors with a loose contact: they have no reading at times. */
  looseContactMetrics?: readonly string[];
  /** Since an instant (epoch ms), this share of the panels gives nothing, as when a storm has torn cables off. */
  lostPanels?: { share: number; sinceMs: number };
  /** The contacts of this relay are welded together: it stays as it is, whatever it is set to. */
  stuckRelay?: number;
  /** Since an instant, these metrics have no reading. */
  stopped?: { metrics: readonly string[]; sinceMs: number };
}

export interface PlantLocation {
  /** Seed of all random numbers of the plant: weather, people, tolerances. */
  seed: number;
  latitudeDeg: number;
  longitudeDeg: number;
  /** IANA name. */
  zoneName: string;
  climate: Climate;
  /** A generator, where the kit has none. */
  generator?: boolean;
  /** Its generator does not start by itself: somebody starts it, now at this charge, now at that. */
  generatorByHand?: true;
  /** Its panels as a share of the kit's; 1 where it is left out. With few, nights end in a cut. */
  panelShare?: number;
  /** The same of its battery: what is left of an old one is full at noon and empty before dawn. */
  batteryShare?: number;
  /** A weak grid that comes and goes. */
  grid?: boolean;
  faults?: PlantFaults;
}

export interface PlantDesign extends PlantLocation {
  kit: KitSize;
  array: ArrayDesign;
  battery: BatteryDesign;
  /** The battery reports the voltage of every cell, not only the lowest and the highest. */
  reportsCells: boolean;
  inverter: InverterDesign;
  phases: 1 | 3;
  loads: LoadDesign;
  streetLights: StreetLightDesign;
  relays: number;
  room: RoomDesign;
  airConditioner: AirConditionerDesign | undefined;
  generatorSet: GeneratorDesign | undefined;
  gridInput: GridDesign | undefined;
}

type Kit = Omit<PlantDesign, keyof PlantLocation | "kit" | "array" | "battery" | "generatorSet" | "gridInput"> & {
  peakW: number;
  chargers: number;
  solarLimitW: number;
  capacityWh: number;
  resistanceOhm: number;
  generatorW: number | undefined;
};

const kits: Record<KitSize, Kit> = {
  small: {
    peakW: 3_300,
    chargers: 1,
    solarLimitW: 3_000,
    capacityWh: 10_240,
    resistanceOhm: 0.011,
    reportsCells: false,
    inverter: { maxW: 2_400, efficiency: 0.92, standbyW: 14, maxChargeW: 1_500, chargeEfficiency: 0.92 },
    phases: 1,
    loads: { homes: 4, shops: 1, coldRoomW: 120, pumpW: 0, essentialW: 18 },
    streetLights: { lamps: 2, lampW: 40 },
    relays: 2,
    room: { heatCapacityJPerK: 500_000, lossWPerK: 28, solarGainM2: 0.25 },
    airConditioner: undefined,
    generatorW: undefined,
  },
  medium: {
    peakW: 12_000,
    chargers: 2,
    solarLimitW: 10_500,
    capacityWh: 30_720,
    resistanceOhm: 0.004,
    reportsCells: true,
    inverter: { maxW: 6_000, efficiency: 0.93, standbyW: 30, maxChargeW: 4_000, chargeEfficiency: 0.93 },
    phases: 1,
    loads: { homes: 12, shops: 2, coldRoomW: 600, pumpW: 750, essentialW: 45 },
    streetLights: { lamps: 3, lampW: 60 },
    relays: 4,
    room: { heatCapacityJPerK: 1_300_000, lossWPerK: 60, solarGainM2: 0.5 },
    airConditioner: { compressorW: 650, fanW: 45, coefficient: 3, coolAboveDegC: 26, heatBelowDegC: 8 },
    generatorW: undefined,
  },
  large: {
    peakW: 34_000,
    chargers: 3,
    solarLimitW: 30_000,
    capacityWh: 92_160,
    resistanceOhm: 0.0014,
    reportsCells: true,
    inverter: { maxW: 20_000, efficiency: 0.94, standbyW: 75, maxChargeW: 10_000, chargeEfficiency: 0.94 },
    phases: 3,
    loads: { homes: 36, shops: 8, coldRoomW: 2_400, pumpW: 2_200, essentialW: 90 },
    streetLights: { lamps: 4, lampW: 80 },
    relays: 6,
    room: { heatCapacityJPerK: 2_600_000, lossWPerK: 110, solarGainM2: 0.9 },
    airConditioner: { compressorW: 1_350, fanW: 90, coefficient: 3, coolAboveDegC: 25, heatBelowDegC: 10 },
    generatorW: 12_000,
  },
};

/** A plant of this kit in this place. Panels face the equator, tilted by about the latitude. */
export function plantDesign(kit: KitSize, location: PlantLocation): PlantDesign {
  const { peakW, chargers, solarLimitW, capacityWh, resistanceOhm, generatorW, ...rest } = kits[kit];
  const generatorMaxW = generatorW ?? (location.generator ? rest.inverter.maxW * 0.8 : undefined);
  return {
    ...location,
    ...rest,
    kit,
    array: {
      peakW: peakW * (location.panelShare ?? 1),
      chargers,
      limitW: solarLimitW,
      tiltDeg: Math.min(50, Math.max(10, Math.abs(location.latitudeDeg))),
      azimuthDeg: location.latitudeDeg >= 0 ? 180 : 0,
    },
    battery: {
      capacityWh: capacityWh * (location.batteryShare ?? 1),
      resistanceOhm,
      maxChargeW: capacityWh * 0.4,
      maxDischargeW: capacityWh * 0.6,
      chargeEfficiency: 0.975,
      dischargeEfficiency: 0.975,
      sohPercent: 96 - (location.seed % 7),
      earlierCycles: 180 + (location.seed % 300),
    },
    generatorSet:
      generatorMaxW === undefined
        ? undefined
        : {
            ...{ maxW: generatorMaxW, startBelow: 25, startSpread: location.generatorByHand ? 30 : 0 },
            ...{ stopAbove: 65, minimumRunS: 1_800, tankL: generatorMaxW / 40 },
          },
    gridInput: location.grid ? { maxW: rest.inverter.maxW * 0.7, useBelow: 55, releaseAbove: 80 } : undefined,
  };
}

/** The twelve containers of the demo: places that differ in sun, weather, clock and faults. */
import { type KitSize, type PlantLocation, type PlantDesign, plantDesign } from "../plant/plant.design.ts";

export interface FleetMember {
  containerId: string;
  name: string;
  address: string;
  serialNumber: string;
  kit: KitSize;
  location: PlantLocation;
  /** The link drops for minutes, several times a day. */
  badLink?: true;
  /** What went wrong some hours before the fleet was first started, and has not been repaired. */
  trouble?: {
    lostPanels?: { share: number; hoursBefore: number };
    stopped?: { metrics: readonly string[]; hoursBefore: number };
  };
}

/** The plant of a member. @param firstStartMs When it was first started; left out: before anything went wrong. */
export function memberPlant({ kit, location, trouble = {} }: FleetMember, firstStartMs = Infinity): PlantDesign {
  const sinceMs = (hoursBefore: number) => firstStartMs - hoursBefore * 3_600_000;
  const { lostPanels, stopped } = trouble;
  const faults = {
    ...location.faults,
    ...(lostPanels && { lostPanels: { share: lostPanels.share, sinceMs: sinceMs(lostPanels.hoursBefore) } }),
    ...(stopped && { stopped: { metrics: stopped.metrics, sinceMs: sinceMs(stopped.hoursBefore) } }),
  };
  return plantDesign(kit, { ...location, faults });
}

export const fleet: readonly FleetMember[] = [
  {
    // Hot, dry and bright all year: the plain case to compare everything else with. No daylight saving.
    containerId: "lodwar",
    name: "Lodwar clinic",
    address: "Hospital Road, Lodwar, Turkana, Kenya",
    serialNumber: "OG-M-0101",
    kit: "medium",
    location: {
      seed: 101,
      latitudeDeg: 3.1191,
      longitudeDeg: 35.5973,
      zoneName: "Africa/Nairobi",
      climate: {
        meanDegC: 29.5,
        yearSwingDegC: 1,
        daySwingDegC: 6,
        warmestDay: 75,
        cloudDry: 0.2,
        cloudWet: 0.4,
        cloudiestDay: 110,
        windMPerS: 4.5,
        humidityPercent: 42,
      },
    },
  },
  {
    // The faulty one: heat and sand. Cell 11 loses charge until the pack is balanced, and two sensors share a loose
    // contact, so it shows warnings, gaps and a growing cell spread.
    containerId: "agadez",
    name: "Agadez water works",
    address: "Route de l’Aïr, Agadez, Niger",
    serialNumber: "OG-M-0102",
    kit: "medium",
    location: {
      seed: 202,
      latitudeDeg: 16.9733,
      longitudeDeg: 7.9911,
      zoneName: "Africa/Niamey",
      generator: true,
      climate: {
        meanDegC: 28.5,
        yearSwingDegC: 6.5,
        daySwingDegC: 8,
        warmestDay: 150,
        cloudDry: 0.12,
        cloudWet: 0.45,
        cloudiestDay: 225,
        windMPerS: 4,
        humidityPercent: 25,
      },
      faults: {
        driftingCell: { cell: 11, percentPerDay: 0.09, balancedEveryDays: 97 },
        looseContactMetrics: ["solar.temperature", "outside.wind"],
      },
    },
  },
  {
    // A large container on UTC itself: local days and UTC days are the same. It has the ice house of a fishing port, a
    // big steady load.
    containerId: "saint-louis",
    name: "Saint-Louis fish market",
    address: "Quai Henri Jay, Saint-Louis, Senegal",
    serialNumber: "OG-L-0103",
    kit: "large",
    location: {
      seed: 303,
      latitudeDeg: 16.0264,
      longitudeDeg: -16.5089,
      zoneName: "Africa/Dakar",
      climate: {
        meanDegC: 25.5,
        yearSwingDegC: 3,
        daySwingDegC: 5,
        warmestDay: 260,
        cloudDry: 0.18,
        cloudWet: 0.5,
        cloudiestDay: 240,
        windMPerS: 5,
        humidityPercent: 66,
      },
    },
  },
  {
    // A small kit under the West African monsoon, without a generator, which lost its panels in a storm two and a half
    // days ago: its battery is empty and its loads are cut.
    trouble: { lostPanels: { share: 0.97, hoursBefore: 60 } },
    containerId: "tamale",
    name: "Tamale school",
    address: "Gumani Road, Tamale, Ghana",
    serialNumber: "OG-S-0104",
    kit: "small",
    location: {
      seed: 404,
      latitudeDeg: 9.4075,
      longitudeDeg: -0.8534,
      zoneName: "Africa/Accra",
      climate: {
        meanDegC: 28.3,
        yearSwingDegC: 2.3,
        daySwingDegC: 5.5,
        warmestDay: 85,
        cloudDry: 0.25,
        cloudWet: 0.68,
        cloudiestDay: 235,
        windMPerS: 2.2,
        humidityPercent: 58,
      },
    },
  },
  {
    // South of the equator: panels face north and the seasons are reversed. Its battery monitor fell silent in the night.
    trouble: { stopped: { metrics: ["battery.soc"], hoursBefore: 5 } },
    containerId: "morondava",
    name: "Morondava village kiosk",
    address: "Nosy Kely, Morondava, Madagascar",
    serialNumber: "OG-S-0105",
    kit: "small",
    location: {
      seed: 505,
      latitudeDeg: -20.2847,
      longitudeDeg: 44.3175,
      zoneName: "Indian/Antananarivo",
      climate: {
        meanDegC: 25.4,
        yearSwingDegC: 3.5,
        daySwingDegC: 5,
        warmestDay: 20,
        cloudDry: 0.15,
        cloudWet: 0.6,
        cloudiestDay: 25,
        windMPerS: 3.8,
        humidityPercent: 70,
      },
    },
  },
  {
    // 5 h 45 min ahead of UTC, so quarter hours are needed; a weak grid that comes and goes; cold nights.
    containerId: "jumla",
    name: "Jumla hospital",
    address: "Chandannath, Jumla, Nepal",
    serialNumber: "OG-M-0106",
    kit: "medium",
    location: {
      seed: 606,
      latitudeDeg: 29.2747,
      longitudeDeg: 82.1838,
      zoneName: "Asia/Kathmandu",
      grid: true,
      climate: {
        meanDegC: 12.5,
        yearSwingDegC: 8,
        daySwingDegC: 7,
        warmestDay: 190,
        cloudDry: 0.22,
        cloudWet: 0.78,
        cloudiestDay: 205,
        windMPerS: 2.4,
        humidityPercent: 55,
      },
    },
  },
  {
    // European daylight saving, short winter days and frost: the AC unit heats, and the battery charges slowly in the cold.
    containerId: "saint-veran",
    name: "Saint-Véran refuge",
    address: "Chemin de la Blanche, 05350 Saint-Véran, France",
    serialNumber: "OG-M-0107",
    kit: "medium",
    location: {
      seed: 707,
      latitudeDeg: 44.7003,
      longitudeDeg: 6.869,
      zoneName: "Europe/Paris",
      climate: {
        meanDegC: 5,
        yearSwingDegC: 8.5,
        daySwingDegC: 5,
        warmestDay: 205,
        cloudDry: 0.35,
        cloudWet: 0.5,
        cloudiestDay: 320,
        windMPerS: 3,
        humidityPercent: 62,
      },
    },
  },
  {
    // The one with a bad link: a satellite hop through Amazon rain that fails for minutes. Nothing may be lost. It has too
    // few panels and no generator: most nights end in a cut, while it is day at the other one of that kind.
    containerId: "barcelos",
    name: "Barcelos river station",
    address: "Beira-rio, Barcelos, Amazonas, Brazil",
    serialNumber: "OG-M-0108",
    kit: "medium",
    badLink: true,
    location: {
      seed: 808,
      latitudeDeg: -0.975,
      longitudeDeg: -62.9239,
      zoneName: "America/Manaus",
      panelShare: 0.5,
      climate: {
        meanDegC: 26.8,
        yearSwingDegC: 0.8,
        daySwingDegC: 4.2,
        warmestDay: 290,
        cloudDry: 0.48,
        cloudWet: 0.7,
        cloudiestDay: 130,
        windMPerS: 1.6,
        humidityPercent: 84,
      },
    },
  },
  {
    // Daylight saving of half an hour, the only one in the world: from +10:30 to +11:00.
    containerId: "lord-howe",
    name: "Lord Howe research base",
    address: "Lagoon Road, Lord Howe Island, Australia",
    serialNumber: "OG-M-0109",
    kit: "medium",
    location: {
      seed: 909,
      latitudeDeg: -31.5553,
      longitudeDeg: 159.0821,
      zoneName: "Australia/Lord_Howe",
      generator: true,
      climate: {
        meanDegC: 19.5,
        yearSwingDegC: 3.5,
        daySwingDegC: 2.5,
        warmestDay: 40,
        cloudDry: 0.42,
        cloudWet: 0.55,
        cloudiestDay: 170,
        windMPerS: 6,
        humidityPercent: 72,
      },
    },
  },
  {
    // Half an hour off and daylight saving of an hour: +9:30 and +10:30. Desert sun on a large one: much is curtailed.
    containerId: "coober-pedy",
    name: "Coober Pedy mine camp",
    address: "Hutchison Street, Coober Pedy, Australia",
    serialNumber: "OG-L-0110",
    kit: "large",
    location: {
      seed: 1010,
      latitudeDeg: -29.0135,
      longitudeDeg: 134.7544,
      zoneName: "Australia/Adelaide",
      climate: {
        meanDegC: 21,
        yearSwingDegC: 7.5,
        daySwingDegC: 7.5,
        warmestDay: 20,
        cloudDry: 0.15,
        cloudWet: 0.32,
        cloudiestDay: 180,
        windMPerS: 4.6,
        humidityPercent: 36,
      },
    },
  },
  {
    // +05:30 and a monsoon delta: the other half-hour zone, on a small kit with half of its panels, so that its loads are
    // cut most nights.
    containerId: "gosaba",
    name: "Gosaba ferry ghat",
    address: "Gosaba Island, Sundarbans, West Bengal, India",
    serialNumber: "OG-S-0111",
    kit: "small",
    location: {
      seed: 1111,
      latitudeDeg: 22.1652,
      longitudeDeg: 88.8079,
      zoneName: "Asia/Kolkata",
      panelShare: 0.5,
      climate: {
        meanDegC: 26.6,
        yearSwingDegC: 5,
        daySwingDegC: 4.5,
        warmestDay: 140,
        cloudDry: 0.2,
        cloudWet: 0.75,
        cloudiestDay: 205,
        windMPerS: 2.6,
        humidityPercent: 76,
      },
    },
  },
  {
    // Behind UTC by three and a half hours, with daylight saving; fog and low sun, so its generator works hard.
    containerId: "fogo",
    name: "Fogo Island harbour",
    address: "Main Road, Fogo, Newfoundland, Canada",
    serialNumber: "OG-L-0112",
    kit: "large",
    location: {
      seed: 1212,
      latitudeDeg: 49.7167,
      longitudeDeg: -54.2667,
      zoneName: "America/St_Johns",
      climate: {
        meanDegC: 4.5,
        yearSwingDegC: 10,
        daySwingDegC: 3.2,
        warmestDay: 215,
        cloudDry: 0.5,
        cloudWet: 0.68,
        cloudiestDay: 345,
        windMPerS: 7,
        humidityPercent: 78,
      },
    },
  },
];

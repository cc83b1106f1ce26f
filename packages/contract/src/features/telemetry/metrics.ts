/** The canonical catalogue of what containers measure. No schema library here: screens import it whole. */
import { outputKinds } from "../devices/output-kinds.ts";

export const units = [
  "W",
  "Wh",
  "V",
  "mV",
  "A",
  "percent",
  "degC",
  "Hz",
  "s",
  "bool",
  "state",
  "count",
  "W/m2",
  "m/s",
  "m",
  "deg",
  "dBm",
  "B",
  "ms",
] as const;
export type Unit = (typeof units)[number];

export function isUnit(text: string): text is Unit {
  return units.some((unit) => unit === text);
}

export interface Metric {
  unit: Unit;
  /** gauge: a level; counter: only rises, except at resets; state: a small whole number with meanings. */
  kind: "gauge" | "counter" | "state";
  /**
   * How a longer span becomes one number: mean of levels, energy by integrating power, growth of a counter, last value.
   */
  fold: "mean" | "energy" | "growth" | "last";
  decimals: number;
  en: string;
  fr: string;
  /** What positive means, where a value may be negative. */
  sign?: string;
  /** Meanings of a state. */
  states?: Readonly<Record<number, string>>;
  /** The portal measures it; what a controller sends under this name is ignored. */
  isOwn?: true;
}

const watt = { unit: "W", kind: "gauge", fold: "energy", decimals: 0 } as const;
const wattHourMeter = { unit: "Wh", kind: "counter", fold: "growth", decimals: 0 } as const;
const volt = { unit: "V", kind: "gauge", fold: "mean", decimals: 2 } as const;
const ampere = { unit: "A", kind: "gauge", fold: "mean", decimals: 1 } as const;
const percent = { unit: "percent", kind: "gauge", fold: "mean", decimals: 0 } as const;
const degree = { unit: "degC", kind: "gauge", fold: "mean", decimals: 1 } as const;
const hertz = { unit: "Hz", kind: "gauge", fold: "mean", decimals: 2 } as const;
const onOff = { unit: "bool", kind: "state", fold: "last", decimals: 0, states: { 0: "off", 1: "on" } } as const;
const byteMeter = { unit: "B", kind: "counter", fold: "growth", decimals: 0 } as const;

/**
 * The same metric for each of several numbered things: `numbered("relay", [1, 2], "on", ...)` is relay.1.on,
 * relay.2.on.
 */
function numbered<const Thing extends string, const Numbers extends readonly number[], const Quantity extends string>(
  thing: Thing,
  numbers: Numbers,
  quantity: Quantity,
  metric: (number: number) => Metric,
): Record<`${Thing}.${Numbers[number]}.${Quantity}`, Metric> {
  return Object.fromEntries(numbers.map((number) => [`${thing}.${number}.${quantity}`, metric(number)])) as Record<
    `${Thing}.${Numbers[number]}.${Quantity}`,
    Metric
  >;
}

const four = [1, 2, 3, 4] as const;
const two = [1, 2] as const;
const sixteen = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16] as const;
const { relay, street_light: light } = outputKinds;

export const metrics = {
  "solar.power": { ...watt, en: "Solar power", fr: "Puissance solaire" },
  "solar.energy": { ...wattHourMeter, en: "Solar meter", fr: "Compteur solaire" },
  "solar.irradiance": {
    unit: "W/m2",
    kind: "gauge",
    fold: "mean",
    decimals: 0,
    en: "Irradiance on the panels",
    fr: "Éclairement des panneaux",
  },
  "solar.temperature": { ...degree, en: "Panel temperature", fr: "Température des panneaux" },
  ...numbered("solar", four, "power", (n) => ({
    ...watt,
    en: `Solar charger ${n} power`,
    fr: `Puissance du chargeur solaire ${n}`,
  })),
  ...numbered("solar", four, "voltage", (n) => ({
    ...volt,
    en: `Solar charger ${n} panel voltage`,
    fr: `Tension des panneaux du chargeur ${n}`,
  })),
  ...numbered("solar", four, "current", (n) => ({
    ...ampere,
    en: `Solar charger ${n} output current`,
    fr: `Courant de sortie du chargeur ${n}`,
  })),

  "battery.soc": { ...percent, en: "State of charge", fr: "État de charge" },
  "battery.soh": { ...percent, en: "State of health", fr: "État de santé" },
  "battery.power": {
    ...watt,
    en: "Battery power",
    fr: "Puissance de la batterie",
    sign: "positive while charging",
  },
  "battery.current": {
    ...ampere,
    en: "Battery current",
    fr: "Courant de la batterie",
    sign: "positive while charging",
  },
  "battery.voltage": { ...volt, en: "Battery voltage", fr: "Tension de la batterie" },
  "battery.temperature": { ...degree, en: "Battery temperature", fr: "Température de la batterie" },
  "battery.energy_in": { ...wattHourMeter, en: "Battery charge meter", fr: "Compteur de charge" },
  "battery.energy_out": { ...wattHourMeter, en: "Battery discharge meter", fr: "Compteur de décharge" },
  "battery.capacity": {
    unit: "Wh",
    kind: "gauge",
    fold: "last",
    decimals: 0,
    en: "Battery capacity",
    fr: "Capacité de la batterie",
  },
  "battery.cycles": {
    unit: "count",
    kind: "counter",
    fold: "growth",
    decimals: 1,
    en: "Battery cycles",
    fr: "Cycles de la batterie",
  },
  "battery.time_to_go": {
    unit: "s",
    kind: "gauge",
    fold: "last",
    decimals: 0,
    en: "Time to empty",
    fr: "Temps avant décharge",
  },
  "battery.charge_limit": { ...ampere, en: "Charge current limit", fr: "Courant de charge maximal" },
  "battery.discharge_limit": { ...ampere, en: "Discharge current limit", fr: "Courant de décharge maximal" },
  "battery.cell_min": { ...volt, decimals: 3, en: "Lowest cell voltage", fr: "Tension de cellule minimale" },
  "battery.cell_max": { ...volt, decimals: 3, en: "Highest cell voltage", fr: "Tension de cellule maximale" },
  "battery.cell_spread": {
    unit: "mV",
    kind: "gauge",
    fold: "mean",
    decimals: 0,
    en: "Cell spread",
    fr: "Écart entre cellules",
  },
  ...numbered("battery.cell", sixteen, "voltage", (n) => ({
    ...volt,
    decimals: 3,
    en: `Cell ${n} voltage`,
    fr: `Tension de la cellule ${n}`,
  })),
  ...numbered("battery.pack", two, "soc", (n) => ({
    ...percent,
    en: `Pack ${n} state of charge`,
    fr: `État de charge du pack ${n}`,
  })),
  ...numbered("battery.pack", two, "voltage", (n) => ({
    ...volt,
    en: `Pack ${n} voltage`,
    fr: `Tension du pack ${n}`,
  })),
  ...numbered("battery.pack", two, "current", (n) => ({
    ...ampere,
    en: `Pack ${n} current`,
    fr: `Courant du pack ${n}`,
    sign: "positive while charging",
  })),
  ...numbered("battery.pack", two, "temperature", (n) => ({
    ...degree,
    en: `Pack ${n} temperature`,
    fr: `Température du pack ${n}`,
  })),

  "load.power": { ...watt, en: "Consumption", fr: "Consommation" },
  "load.energy": { ...wattHourMeter, en: "Consumption meter", fr: "Compteur de consommation" },
  "load.ac.power": { ...watt, en: "AC loads", fr: "Charges alternatives" },
  "load.dc.power": { ...watt, en: "DC loads", fr: "Charges continues" },

  "losses.power": { ...watt, en: "Conversion losses", fr: "Pertes de conversion" },

  "inverter.power": { ...watt, en: "Inverter output", fr: "Sortie de l’onduleur" },
  "inverter.temperature": { ...degree, en: "Inverter temperature", fr: "Température de l’onduleur" },
  "inverter.frequency": { ...hertz, en: "Inverter frequency", fr: "Fréquence de l’onduleur" },
  "inverter.state": {
    unit: "state",
    kind: "state",
    fold: "last",
    decimals: 0,
    en: "Inverter state",
    fr: "État de l’onduleur",
    states: { 0: "off", 1: "inverting", 2: "charging", 3: "passthrough", 4: "fault" },
  },

  "generator.on": { ...onOff, en: "Generator running", fr: "Groupe électrogène en marche" },
  "generator.power": { ...watt, en: "Generator power", fr: "Puissance du groupe électrogène" },
  "generator.voltage": { ...volt, en: "Generator voltage", fr: "Tension du groupe électrogène" },
  "generator.current": { ...ampere, en: "Generator current", fr: "Courant du groupe électrogène" },
  "generator.energy": { ...wattHourMeter, en: "Generator meter", fr: "Compteur du groupe électrogène" },
  "generator.run_time": {
    unit: "s",
    kind: "counter",
    fold: "growth",
    decimals: 0,
    en: "Generator running time",
    fr: "Durée de marche du groupe électrogène",
  },
  ...numbered("alternator", two, "power", (n) => ({
    ...watt,
    en: `Alternator ${n} power`,
    fr: `Puissance de l’alternateur ${n}`,
  })),
  ...numbered("alternator", two, "voltage", (n) => ({
    ...volt,
    en: `Alternator ${n} voltage`,
    fr: `Tension de l’alternateur ${n}`,
  })),
  ...numbered("alternator", two, "temperature", (n) => ({
    ...degree,
    en: `Alternator ${n} temperature`,
    fr: `Température de l’alternateur ${n}`,
  })),
  ...numbered("tank.fuel", two, "level", (n) => ({
    ...percent,
    en: `Fuel tank ${n} level`,
    fr: `Niveau du réservoir de carburant ${n}`,
  })),
  ...numbered("tank.water", two, "level", (n) => ({
    ...percent,
    en: `Water tank ${n} level`,
    fr: `Niveau du réservoir d’eau ${n}`,
  })),

  "grid.on": { ...onOff, en: "Grid present", fr: "Réseau présent" },
  "grid.power": {
    ...watt,
    en: "Grid power",
    fr: "Puissance du réseau",
    sign: "positive while taking from the grid",
  },
  "grid.voltage": { ...volt, en: "Grid voltage", fr: "Tension du réseau" },
  "grid.current": { ...ampere, en: "Grid current", fr: "Courant du réseau" },
  "grid.frequency": { ...hertz, en: "Grid frequency", fr: "Fréquence du réseau" },
  "grid.energy": { ...wattHourMeter, en: "Grid import meter", fr: "Compteur du réseau" },

  ...numbered("phase", [1, 2, 3], "voltage", (n) => ({
    ...volt,
    en: `Phase L${n} voltage`,
    fr: `Tension de la phase L${n}`,
  })),
  ...numbered("phase", [1, 2, 3], "current", (n) => ({
    ...ampere,
    en: `Phase L${n} current`,
    fr: `Courant de la phase L${n}`,
  })),
  ...numbered("phase", [1, 2, 3], "power", (n) => ({
    ...watt,
    en: `Phase L${n} power`,
    fr: `Puissance de la phase L${n}`,
  })),
  ...numbered("phase", [1, 2, 3], "on", (n) => ({
    ...onOff,
    en: `Phase L${n} connected`,
    fr: `Phase L${n} connectée`,
  })),

  "ac.on": { ...onOff, en: "Air conditioner running", fr: "Climatiseur en marche" },
  "ac.power": { ...watt, en: "Air conditioner power", fr: "Puissance du climatiseur" },
  "ac.temperature": { ...degree, en: "Air conditioner room sensor", fr: "Capteur du climatiseur" },
  "ac.setpoint": { ...degree, fold: "last", en: "Air conditioner set point", fr: "Consigne du climatiseur" },
  "ac.mode": {
    unit: "state",
    kind: "state",
    fold: "last",
    decimals: 0,
    en: "Air conditioner mode",
    fr: "Mode du climatiseur",
    states: { 0: "off", 1: "cool", 2: "heat", 3: "fan", 4: "dry", 5: "auto" },
  },
  "ac.fan": { ...percent, en: "Air conditioner fan", fr: "Ventilateur du climatiseur" },

  "street_light.power": { ...watt, en: "Street light power", fr: "Puissance de l’éclairage public" },
  ...numbered("street_light", light.numbers, "on", (n) => ({
    ...onOff,
    en: `Street light ${n} on`,
    fr: `Lampadaire ${n} allumé`,
  })),
  ...numbered("street_light", light.numbers, light.readBack, (n) => ({
    ...percent,
    en: `Street light ${n} level`,
    fr: `Intensité du lampadaire ${n}`,
  })),
  ...numbered("relay", relay.numbers, relay.readBack, (n) => ({
    ...onOff,
    en: `Relay ${n} closed`,
    fr: `Relais ${n} fermé`,
  })),

  "inside.temperature": { ...degree, en: "Inside temperature", fr: "Température intérieure" },
  "inside.humidity": { ...percent, en: "Inside humidity", fr: "Humidité intérieure" },
  "outside.temperature": { ...degree, en: "Outside temperature", fr: "Température extérieure" },
  "outside.wind": {
    unit: "m/s",
    kind: "gauge",
    fold: "mean",
    decimals: 1,
    en: "Wind",
    fr: "Vent",
  },
  "door.open": { ...onOff, states: { 0: "closed", 1: "open" }, en: "Door open", fr: "Porte ouverte" },

  "network.signal": {
    unit: "dBm",
    kind: "gauge",
    fold: "mean",
    decimals: 0,
    en: "Signal strength",
    fr: "Force du signal",
  },
  "network.latency": {
    unit: "ms",
    kind: "gauge",
    fold: "mean",
    decimals: 0,
    en: "Time to the portal and back",
    fr: "Aller-retour vers le portail",
  },
  "network.rx": { ...byteMeter, isOwn: true, en: "Data received", fr: "Données reçues" },
  "network.tx": { ...byteMeter, isOwn: true, en: "Data sent", fr: "Données envoyées" },
  "controller.uptime": {
    unit: "s",
    kind: "counter",
    fold: "growth",
    decimals: 0,
    en: "Controller running time",
    fr: "Durée de marche du contrôleur",
  },
  "controller.spool": {
    unit: "count",
    kind: "gauge",
    fold: "last",
    decimals: 0,
    en: "Frames waiting to be sent",
    fr: "Trames en attente d’envoi",
  },

  "position.latitude": {
    unit: "deg",
    kind: "gauge",
    fold: "last",
    decimals: 5,
    en: "Latitude",
    fr: "Latitude",
    sign: "positive north",
  },
  "position.longitude": {
    unit: "deg",
    kind: "gauge",
    fold: "last",
    decimals: 5,
    en: "Longitude",
    fr: "Longitude",
    sign: "positive east",
  },
  "position.altitude": { unit: "m", kind: "gauge", fold: "last", decimals: 0, en: "Altitude", fr: "Altitude" },
} as const satisfies Record<string, Metric>;

/** A metric of the catalogue; containers may add their own names, which are plain strings. */
export type MetricId = keyof typeof metrics;

/** The catalogue's entry, or undefined for a container's own metric. */
export function findMetric(name: string): Metric | undefined {
  return Object.hasOwn(metrics, name) ? metrics[name as MetricId] : undefined;
}

/** Metrics that the portal measures itself. */
export const ownMetrics: readonly string[] = Object.keys(metrics).filter((name) => findMetric(name)?.isOwn);

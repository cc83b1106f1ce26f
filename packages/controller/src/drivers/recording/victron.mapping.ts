import { MetricName } from "@offgrid/contract/core/metric-name";
import { z } from "zod";

const Path = z.string().startsWith("/");

/** One value of a Victron recording. */
const VictronSource = z.strictObject({
  /**
   * Services by name without `com.victronenergy.`, where `*` matches anything, and the path to read. Of several
   * sources, the first whose service is in the recording is used.
   */
  from: z.array(z.strictObject({ service: z.string().min(1), path: Path })).min(1),
  /** Only services whose path has this value at the start, e.g. tanks of a given fluid. */
  where: z.strictObject({ path: Path, is: z.number() }).optional(),
  /** The n-th of these services in the order of their file names, from 1; all of them where this is left out. */
  number: z.int().min(1).optional(),
  multiply: z.number().optional(),
  /** Value of the recording -> value of the metric; a value that is not listed is no reading. */
  states: z.record(z.string(), z.number()).optional(),
});

/** Metric -> where its value comes from. Several values are added; missing ones are left out of the sum. */
export const VictronMapping = z.record(MetricName, z.array(VictronSource).min(1));
export type VictronSource = z.infer<typeof VictronSource>;
export type VictronMapping = z.infer<typeof VictronMapping>;

type Narrowing = Omit<VictronSource, "from">;

function read(path: string, services: readonly string[], narrowing: Narrowing = {}): VictronSource {
  return { from: services.map((service) => ({ service, path })), ...narrowing };
}
const battery = (path: string) => [read(path, ["battery.lynxparallel*", "battery.*"], { number: 1 })];
const pack = (number: number, path: string) => [read(path, ["battery.socketcan*"], { number })];
const charger = (number: number, path: string) => [read(path, ["solarcharger.*"], { number })];
const alternator = (number: number, path: string) => [read(path, ["alternator.*"], { number })];
const inverter = (path: string, narrowing: Narrowing = {}) => [read(path, ["vebus.*", "multi.*"], narrowing)];
const tank = (number: number, fluid: number) => [
  read("/Level", ["tank.*"], { number, where: { path: "/FluidType", is: fluid } }),
];
/** The grid meter where there is one, else the inverter's input. */
const grid = (meterPath: string, inputPath: string): VictronSource[] => [
  {
    from: [
      { service: "grid.*", path: meterPath },
      { service: "vebus.*", path: inputPath },
      { service: "multi.*", path: inputPath },
    ],
    number: 1,
  },
];

function numbered(numbers: readonly number[], sources: (number: number) => VictronMapping): VictronMapping {
  return Object.assign({}, ...numbers.map(sources)) as VictronMapping;
}

/**
 * The usual meaning of an off-grid Victron system. Battery signs are ours already: positive while charging. Consumption
 * is what the system meters, the AC output of the inverter: DC loads have no meter of their own in such a system, and
 * the remainder of the balance would be an estimate, which must not be passed off as a measurement. Energy meters are
 * left out: they would jump back in a loop, and their step of 10 Wh says less than the power does.
 */
export const defaultVictronMapping: VictronMapping = {
  "solar.power": [read("/Yield/Power", ["solarcharger.*"]), read("/Ac/Power", ["pvinverter.*"])],
  ...numbered([1, 2, 3, 4], (n) => ({
    [`solar.${n}.power`]: charger(n, "/Yield/Power"),
    [`solar.${n}.voltage`]: charger(n, "/Pv/V"),
    [`solar.${n}.current`]: charger(n, "/Dc/0/Current"),
  })),
  "battery.soc": battery("/Soc"),
  "battery.power": battery("/Dc/0/Power"),
  "battery.voltage": battery("/Dc/0/Voltage"),
  "battery.current": battery("/Dc/0/Current"),
  "battery.temperature": battery("/Dc/0/Temperature"),
  "battery.time_to_go": battery("/TimeToGo"),
  "battery.charge_limit": battery("/Info/MaxChargeCurrent"),
  "battery.discharge_limit": battery("/Info/MaxDischargeCurrent"),
  "battery.cell_min": battery("/System/MinCellVoltage"),
  "battery.cell_max": battery("/System/MaxCellVoltage"),
  ...numbered([1, 2], (n) => ({
    [`battery.pack.${n}.soc`]: pack(n, "/Soc"),
    [`battery.pack.${n}.voltage`]: pack(n, "/Dc/0/Voltage"),
    [`battery.pack.${n}.current`]: pack(n, "/Dc/0/Current"),
    [`battery.pack.${n}.temperature`]: pack(n, "/Dc/0/Temperature"),
    [`alternator.${n}.power`]: alternator(n, "/Dc/0/Power"),
    [`alternator.${n}.voltage`]: alternator(n, "/Dc/0/Voltage"),
    [`alternator.${n}.temperature`]: alternator(n, "/Dc/0/Temperature"),
    [`tank.fuel.${n}.level`]: tank(n, 0),
    [`tank.water.${n}.level`]: tank(n, 1),
  })),
  "generator.power": [read("/Dc/0/Power", ["alternator.*"])],
  "load.power": inverter("/Ac/Out/P"),
  "load.ac.power": inverter("/Ac/Out/P"),
  "inverter.power": inverter("/Ac/Out/P"),
  "inverter.frequency": inverter("/Ac/Out/L1/F", { number: 1 }),
  // Victron's states: 0 off, 2 fault, 3 to 7 stages of charging, 8 passthrough, 9 inverting, 10 assisting.
  "inverter.state": inverter("/State", {
    number: 1,
    states: { 0: 0, 2: 4, 3: 2, 4: 2, 5: 2, 6: 2, 7: 2, 8: 3, 9: 1, 10: 1 },
  }),
  ...numbered([1, 2, 3], (n) => ({
    [`phase.${n}.voltage`]: inverter(`/Ac/Out/L${n}/V`),
    [`phase.${n}.current`]: inverter(`/Ac/Out/L${n}/I`),
    [`phase.${n}.power`]: inverter(`/Ac/Out/L${n}/P`),
  })),
  "grid.on": inverter("/Ac/ActiveIn/Connected", { number: 1 }),
  "grid.power": grid("/Ac/Power", "/Ac/ActiveIn/P"),
  "grid.voltage": grid("/Ac/L1/Voltage", "/Ac/ActiveIn/L1/V"),
  "grid.current": grid("/Ac/L1/Current", "/Ac/ActiveIn/L1/I"),
  "grid.frequency": grid("/Ac/Frequency", "/Ac/ActiveIn/L1/F"),
};

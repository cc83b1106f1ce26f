import { sunRenewedMs } from "@offgrid/contract/forecast/sun-renewal";
import { usualPanels } from "@offgrid/contract/core/irradiance";
import type { ForecastSetting, SolarSource } from "@offgrid/contract/forecast/forecast.schema";
import type { ServiceProblem } from "@offgrid/contract/weather/weather.schema";

import type { Config } from "../../config/config.ts";
import type { ExternalServices } from "../../external/external-services.ts";
import { openMeteoQuestion } from "../weather/open-meteo.ts";
import type { Outlook } from "../weather/weather-report.ts";
import type { ForecastContainer, StoredSetting } from "./forecast.store.ts";
import { solcastQuestion } from "./solcast.ts";
import {
  type Panels,
  type Place,
  type SolarStep,
  type SunShares,
  clearGlobalWPerM2,
  clearSkySteps,
  hourMs,
  panelPowerW,
} from "./solar-model.ts";

/** The solar forecast of a container, from whichever source has one. */
export interface SolarForecast {
  /** Empty: there is none. */
  steps: SolarStep[];
  /** What the same source says of the hours before them that were asked for, the clear sky where it says nothing. */
  past: SolarStep[];
  source: SolarSource;
  /** Undefined where it was computed here. */
  fetchedAtMs: number | undefined;
  /** Why it is not from the requested source, or not newer. */
  problem: ServiceProblem | null;
}

/** The same as corrected by what came of it. */
export interface CorrectedSun extends SolarForecast {
  /** The last day brought clearly less than it said, or would have said. */
  isRefuted: boolean;
  /** What came of the sun that was expected, as a part of it, where the forecast is refuted. */
  share?: number;
  /** The battery held back most of the last day's sun, since it allowed no more current, and no panels are in doubt. */
  isChargeLimited?: boolean;
  /** What is expected stands and falls with a clear sky. */
  needsClearSky: boolean;
}

/** The hours that are asked for: those from a full hour on, and some before it. */
export interface SolarSpan {
  fromMs: number;
  hours: number;
  pastHours: number;
}

export interface Surroundings {
  external: ExternalServices;
  config: Config;
}

export function placeOf({ latitude, longitude }: ForecastContainer): Place | undefined {
  return latitude === null || longitude === null ? undefined : { latitudeDeg: latitude, longitudeDeg: longitude };
}

/** The panels as set, or in the usual position with the peak power that the best hours show. */
export function settingOf(
  stored: StoredSetting | undefined,
  container: ForecastContainer,
  shares: SunShares | undefined,
): ForecastSetting {
  if (stored) return { ...stored, isGuessed: false };
  const { tiltDeg, azimuthDeg } = usualPanels(placeOf(container) ?? { latitudeDeg: 0, longitudeDeg: 0 });
  return {
    provider: "auto",
    resourceId: null,
    capacity: Math.round(shares?.peakW ?? 0),
    tilt: Math.round(tiltDeg),
    azimuth: azimuthDeg,
    // The best hours already include the losses.
    loss: 0,
    limitW: null,
    reserveSoc: null,
    isGuessed: true,
  };
}

/**
 * Asks the configured source, and where it has nothing the ones after it: Solcast, Open-Meteo, the clear sky.
 * @param shares What the container made of the clear sky lately.
 * @param waitMs How long to wait for one source at most.
 */
export async function forecastSolar(
  { external, config }: Surroundings,
  container: ForecastContainer,
  setting: ForecastSetting,
  shares: SunShares,
  span: SolarSpan,
  waitMs: number,
): Promise<SolarForecast> {
  const place = placeOf(container);
  let problem: ServiceProblem | null = null;
  const { provider, resourceId } = setting;
  const { solcastToken } = config;
  if (resourceId !== null && solcastToken !== undefined && (provider === "auto" || provider === "solcast")) {
    const question = solcastQuestion({ ...config, solcastToken }, resourceId, sunRenewedMs);
    const answer = await external.ask(question, waitMs);
    problem = answer.problem;
    const known = spanned(answer.value ?? [], place, setting, shares, span);
    if (known) return { ...known, source: "solcast", fetchedAtMs: answer.fetchedAtMs, problem };
  } else if (provider === "solcast") problem = "refused";
  if (!place) return { ...nothing, source: "none", fetchedAtMs: undefined, problem: problem ?? "no_position" };
  const panels = limitedPanels(setting, shares);
  if (panels.capacityW <= 0) return { ...nothing, source: "none", fetchedAtMs: undefined, problem };
  if (provider !== "clear_sky") {
    const question = openMeteoQuestion(config.openMeteoUrl, place.latitudeDeg, place.longitudeDeg, sunRenewedMs);
    const answer = await external.ask(question, waitMs);
    problem ??= answer.problem;
    const steps = answer.value ? lightToPower(answer.value, place, panels) : [];
    const known = spanned(steps, place, setting, shares, span);
    if (known) return { ...known, source: "open_meteo", fetchedAtMs: answer.fetchedAtMs, problem };
  }
  return {
    steps: clearSkyHours(place, setting, shares, span.fromMs, span.hours),
    past: pastHours([], place, setting, shares, span),
    source: "clear_sky",
    fetchedAtMs: undefined,
    problem,
  };
}

/** The middle case is this near to the high one, as a part of the band, where most days are clear. */
const nearTop = 0.2;
/** A low case that has this part of the high one is not worth a condition. */
const hardlyLess = 0.9;

/**
 * Is the expected sun of the coming day that of a clear sky? Without a weather service it is that of an ordinary day, and
 * where nearly all days are clear, the middle of all cases is next to the best: one with clouds brings much less.
 */
export function needsClearSky({ source, steps }: Pick<SolarForecast, "source" | "steps">): boolean {
  if (source !== "clear_sky") return false;
  const dayOf = (part: "p10" | "p50" | "p90") => steps.slice(0, 24).reduce((sum, step) => sum + step[part], 0);
  const [low, middle, high] = [dayOf("p10"), dayOf("p50"), dayOf("p90")];
  return low < hardlyLess * high && high - middle < nearTop * (high - low);
}

export function panelsOf({
  capacity,
  tilt,
  azimuth,
  loss,
  limitW,
}: Pick<ForecastSetting, "capacity" | "tilt" | "azimuth" | "loss" | "limitW">): Panels {
  return { capacityW: capacity, tiltDeg: tilt, azimuthDeg: azimuth, loss: loss / 100, limitW: limitW ?? undefined };
}

/** What lets no more through, W: as set, else as its chargers were seen to; undefined: nothing does. */
export function limitOf({ limitW }: Pick<ForecastSetting, "limitW">, { ceilingW }: SunShares): number | undefined {
  return limitW ?? ceilingW;
}

function limitedPanels(setting: ForecastSetting, shares: SunShares): Panels {
  return { ...panelsOf(setting), limitW: limitOf(setting, shares) };
}

/** Converts shares, which are relative to the learned peak power, to the configured one. */
function scaledTo(shares: SunShares, panels: Panels): SunShares {
  if (shares.peakW <= 0) return shares;
  const factor = shares.peakW / (panels.capacityW * (1 - panels.loss));
  const scaled = (list: readonly number[]) => list.map((share) => share * factor);
  return { ...shares, p10: scaled(shares.p10), p50: scaled(shares.p50), p90: scaled(shares.p90) };
}

/** Clouds are what a forecast is least sure of: the band is narrow under a clear sky and wide under half a one. */
const [lowClear, lowCloud, highClear, highCloud] = [0.8, 0.35, 1.1, 0.6];

function lightToPower({ hours }: Outlook, place: Place, panels: Panels): SolarStep[] {
  return hours.flatMap(({ atMs, irradianceWPerM2, temperatureDegC }) => {
    if (irradianceWPerM2 === null) return [];
    const air = temperatureDegC ?? undefined;
    const clear = clearGlobalWPerM2(atMs, place);
    const p50 = panelPowerW(atMs, irradianceWPerM2, air, place, panels);
    const cloud = clear > 0 ? Math.max(0, 1 - irradianceWPerM2 / clear) : 0;
    const most = panelPowerW(atMs, Math.max(clear, irradianceWPerM2), air, place, panels);
    return [
      {
        atMs,
        p10: p50 * Math.max(0.2, lowClear - lowCloud * cloud),
        p50,
        p90: Math.max(p50, Math.min(most, p50 * (highClear + highCloud * cloud))),
      },
    ];
  });
}

/** The hours of a span as a source knows them; undefined where the first is missing, since an old forecast ends before now. */
function spanned(
  known: readonly SolarStep[],
  place: Place | undefined,
  setting: ForecastSetting,
  shares: SunShares,
  span: SolarSpan,
): Pick<SolarForecast, "steps" | "past"> | undefined {
  const first = known.findIndex(({ atMs }) => atMs === span.fromMs);
  if (first < 0) return undefined;
  const steps = known.slice(first, first + span.hours);
  const endMs = span.fromMs + steps.length * hourMs;
  // Beyond the end of a forecast it is the clear sky, as the container made of it lately.
  const rest = place ? clearSkyHours(place, setting, shares, endMs, span.hours - steps.length) : [];
  return { steps: [...steps, ...rest], past: place ? pastHours(known, place, setting, shares, span) : [] };
}

/** The hours before a span: known ones, else those of the clear sky. */
function pastHours(
  known: readonly SolarStep[],
  place: Place,
  setting: ForecastSetting,
  shares: SunShares,
  span: SolarSpan,
): SolarStep[] {
  const fromMs = span.fromMs - span.pastHours * hourMs;
  const byHour = new Map(known.map((step) => [step.atMs, step]));
  return clearSkyHours(place, setting, shares, fromMs, span.pastHours).map((step) => byHour.get(step.atMs) ?? step);
}

function clearSkyHours(
  place: Place,
  setting: ForecastSetting,
  shares: SunShares,
  fromMs: number,
  hours: number,
): SolarStep[] {
  const panels = limitedPanels(setting, shares);
  if (hours <= 0 || panels.capacityW <= 0) return [];
  return clearSkySteps(fromMs, hours, place, panels, scaledTo(shares, panels));
}

const nothing = { steps: [], past: [] };

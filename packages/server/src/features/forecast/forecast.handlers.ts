import type { forecastCalls } from "@offgrid/contract/forecast/forecast.calls";
import type { BlackoutForecast, ForecastSetting } from "@offgrid/contract/forecast/forecast.schema";

import type { Handlers } from "../../core/handler.ts";
import * as forecasts from "./forecast.store.ts";
import { type Place, clearSkySteps, hourMs, learnShares, usualPanels } from "./solar-model.ts";

const defaultReserveSoc = 20;

export const forecastHandlers: Handlers<typeof forecastCalls> = {
  getSolcastQuery: async ({ containerId, hours }, { actor, db, clock }) => {
    const site = await forecasts.mustFindSite(db, actor, containerId);
    const setting = settingOf(await forecasts.findSetting(db, containerId), site);
    const { latitude, longitude } = site;
    const fromMs = Math.floor(clock.now() / hourMs) * hourMs;
    if (latitude === null || longitude === null)
      return { data: [], source: "none", fetchedAt: null, problem: "no_position", setting };
    const place: Place = { latitudeDeg: latitude, longitudeDeg: longitude };
    const panels = {
      capacityW: setting.capacity,
      tiltDeg: setting.tilt,
      azimuthDeg: setting.azimuth,
      loss: setting.loss / 100,
    };
    const steps = clearSkySteps(fromMs, hours, place, panels, learnShares(fromMs, [], [], place, panels));
    return {
      data: steps.map(({ atMs, p10, p50, p90 }) => ({
        at: new Date(atMs).toISOString(),
        pv_estimate: p50,
        pv_estimate10: p10,
        pv_estimate90: p90,
      })),
      source: "clear_sky",
      fetchedAt: null,
      problem: null,
      setting,
    };
  },

  setForecast: async ({ containerId, resourceId, reserveSoc, ...panels }, { actor, db, audit }) => {
    await forecasts.mustFindSite(db, actor, containerId);
    const before = await forecasts.findSetting(db, containerId);
    const setting = { ...panels, resourceId: resourceId ?? null, reserveSoc: reserveSoc ?? null };
    await forecasts.saveSetting(db, containerId, setting);
    audit({ target: containerId, ...(before && { before: { ...before } }), after: setting });
    return { data: { ...setting, isGuessed: false } };
  },

  getBlackoutForecast: async ({ containerId }, { actor, db, clock }) => {
    const site = await forecasts.mustFindSite(db, actor, containerId);
    const setting = await forecasts.findSetting(db, containerId);
    return { data: unknownForecast(site, setting, clock.now()) };
  },
};

function settingOf(stored: forecasts.StoredSetting | undefined, site: forecasts.ForecastSite): ForecastSetting {
  if (stored) return { ...stored, isGuessed: false };
  const { tiltDeg, azimuthDeg } = usualPanels({ latitudeDeg: site.latitude ?? 0, longitudeDeg: 0 });
  return {
    provider: "auto",
    resourceId: null,
    capacity: 0,
    tilt: tiltDeg,
    azimuth: azimuthDeg,
    loss: 0,
    reserveSoc: null,
    isGuessed: true,
  };
}

function unknownForecast(
  site: forecasts.ForecastSite,
  setting: forecasts.StoredSetting | undefined,
  nowMs: number,
): BlackoutForecast {
  const { soc, at } = site;
  return {
    state: soc === null ? "none" : "learning",
    likely: null,
    hours: null,
    loadOnly: true,
    at: new Date(nowMs).toISOString(),
    soc: soc === null || at === null ? null : { value: soc, at: at.toISOString() },
    capacity: null,
    reserveSoc: setting?.reserveSoc ?? defaultReserveSoc,
    reserveFrom: setting?.reserveSoc == null ? "default" : "setting",
    dip: null,
    blackout: null,
    fullAt: null,
    historyDays: 0,
    neededDays: 7,
    missing: soc === null ? ["soc"] : ["history"],
    t: [],
    soc10: [],
    soc50: [],
    soc90: [],
    load: [],
    solar: [],
    solarSource: "none",
    solarFetchedAt: null,
    solarProblem: null,
    lastError: null,
  };
}

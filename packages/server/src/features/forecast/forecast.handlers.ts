import type { forecastCalls } from "@offgrid/contract/forecast/forecast.calls";

import type { Handlers } from "../../calls/handler.ts";
import { Now } from "../../core/now.ts";
import { energyOf } from "../containers/container-row.ts";
import { mustFind } from "../containers/containers.store.ts";
import { fullHour } from "./blackout-forecast.ts";
import { sumForecasts } from "./fleet-forecast.ts";
import * as forecasts from "./forecast.store.ts";
import { pastSolar, withComputed } from "./past-hours.ts";

const dayMs = 86_400_000;
/** Whole days before now of which is said what was expected. */
const pastDays = 2;

/** Rounds renew a forecast every quarter of an hour; one that is older than this was left behind. */
const fleetAgeMs = 3 * 3_600_000;

export const forecastHandlers: Handlers<typeof forecastCalls> = {
  getSolcastQuery: async ({ containerId, hours }, { actor, db, clock, forecaster }) => {
    const container = await forecasts.mustFindContainer(db, actor, containerId);
    const solar = await forecaster.solar(container, hours, pastDays * 24);
    const { steps, source, fetchedAtMs, problem, setting } = solar;
    const toMs = fullHour(clock.now());
    const kept = pastSolar(await forecasts.listPast(db, containerId), { fromMs: toMs - pastDays * dayMs, toMs });
    return {
      data: steps.map(({ atMs, p10, p50, p90 }) => ({
        at: new Date(atMs).toISOString(),
        pv_estimate: p50,
        pv_estimate10: p10,
        pv_estimate90: p90,
      })),
      past: withComputed(kept, solar.past).map(({ atMs, likelyW, isKept }) => ({
        at: new Date(atMs).toISOString(),
        pv_estimate: likelyW,
        isKept,
      })),
      source,
      fetchedAt: fetchedAtMs === undefined ? null : new Date(fetchedAtMs).toISOString(),
      problem,
      needsClearSky: solar.needsClearSky,
      sunDays: solar.sunDays,
      setting,
    };
  },

  setForecast: async ({ containerId, resourceId, limitW, reserveSoc, ...panels }, context) => {
    const { actor, db, audit, publish } = context;
    await forecasts.mustFindContainer(db, actor, containerId);
    const before = await forecasts.findSetting(db, containerId);
    const setting = {
      ...panels,
      resourceId: resourceId ?? null,
      limitW: limitW ?? null,
      reserveSoc: reserveSoc ?? null,
    };
    await forecasts.saveSetting(db, containerId, setting);
    // The next request gets a forecast with the new setting.
    await forecasts.markOld(db, containerId);
    audit({ target: containerId, ...(before && { before: { ...before } }), after: setting });
    publish("containerChanged", { containerIds: [containerId] });
    return { data: { ...setting, isGuessed: false } };
  },

  forecastReset: async ({ containerId }, { actor, db, audit, publish }) => {
    await forecasts.mustFindContainer(db, actor, containerId);
    const before = await forecasts.removeSetting(db, containerId);
    if (!before) return {};
    await forecasts.markOld(db, containerId);
    audit({ target: containerId, before });
    publish("containerChanged", { containerIds: [containerId] });
    return {};
  },

  getBlackoutForecast: async ({ containerId }, { actor, db, clock, forecaster }) => {
    const container = await forecasts.mustFindContainer(db, actor, containerId);
    const data = await forecaster.blackout(container);
    // From the stored row, which now has this forecast too, so that no screen says anything else.
    return { data, energy: energyOf(await mustFind(db, actor, containerId), new Now(clock.now())) };
  },

  getFleetForecast: async (_input, { actor, db, clock }) => {
    const nowMs = clock.now();
    const { hourly, of } = await forecasts.listHourly(db, actor, nowMs - fleetAgeMs);
    return { data: { ...sumForecasts(hourly, fullHour(nowMs)), of } };
  },
};

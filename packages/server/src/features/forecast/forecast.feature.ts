import { defineFeature } from "../../calls/feature.ts";
import { subscribeForecast } from "./forecast.subscriptions.ts";
import { Forecaster } from "./forecaster.ts";

export const forecastFeature = defineFeature((base) => {
  const forecaster = new Forecaster(base);
  return {
    services: { forecaster },
    jobs: [forecaster.job],
    subscriptions: { process: () => subscribeForecast(base.bus, forecaster, base.log) },
  };
});

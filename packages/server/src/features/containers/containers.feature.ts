import { defineFeature } from "../../calls/feature.ts";
import { containerSettingsJob } from "./container-settings.job.ts";
import { ContainerRows } from "./container-rows.ts";

declare module "../../calls/services.ts" {
  interface Services {
    containerRows: ContainerRows;
  }
}

export const containersFeature = defineFeature((base) => ({
  services: { containerRows: new ContainerRows() },
  jobs: [containerSettingsJob(base)],
}));

import { defineFeature } from "../../calls/feature.ts";
import { ContainerRows } from "./container-rows.ts";

declare module "../../calls/services.ts" {
  interface Services {
    containerRows: ContainerRows;
  }
}

export const containersFeature = defineFeature(() => ({ services: { containerRows: new ContainerRows() } }));

import { defineFeature } from "../../calls/feature.ts";
import { ProviderClient } from "./provider.ts";

declare module "../../calls/services.ts" {
  interface Services {
    /** Undefined: there is none. */
    signInProvider: ProviderClient | undefined;
  }
}

export const sessionFeature = defineFeature(({ config: { provider }, clock }) => ({
  services: { signInProvider: provider && new ProviderClient(provider, () => clock.now()) },
}));

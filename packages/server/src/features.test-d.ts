import type { ServicesOf } from "./calls/feature.ts";
import { defineFeature } from "./calls/feature.ts";
import type { Services } from "./calls/services.ts";
import type { features } from "./features.ts";

/** What must not compile. `tsc` fails when one of these lines does. */

type Listed = ServicesOf<typeof features>;
export const forecaster = ({ forecaster: { solar } }: Listed) => solar;

// @ts-expect-error without the feature in the list, its service is missing
export const unlisted = (services: ServicesOf<readonly []>): Pick<Services, "forecaster"> => services;

export const wrongJob = defineFeature(() => ({
  // @ts-expect-error a job needs something to run
  jobs: [{ name: "idle" }],
}));

export const wrongPlace = defineFeature(() => ({
  // @ts-expect-error there is no such place
  subscriptions: { nowhere: () => () => undefined },
}));

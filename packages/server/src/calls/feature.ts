import type { Bus } from "../bus/bus.ts";
import type { JobKind } from "../jobs/job.ts";
import type { Services } from "./services.ts";

/** What a feature may use from the start of a process, outside of calls. */
export interface FeatureBase extends Pick<
  Services,
  "config" | "liveConfig" | "db" | "clock" | "log" | "hasRoom" | "limits" | "box" | "outbox" | "external"
> {
  bus: Bus;
  /** Ingest needs the database for itself, or the disk is full: jobs that can wait do so. */
  isBusy(): boolean;
}

/**
 * Where subscriptions may belong, and what they are given there. The feature that does the work of a part adds that
 * part from its own folder (`declare module "../../calls/feature.ts"`).
 */
export interface SubscriptionPlaces {
  /** Every process, from before its first call until after its last. */
  process: undefined;
}

/** Ends subscriptions; resolves when nothing that they began goes on. */
export type Unsubscribe = () => Promise<void> | void;

/** What a feature has besides handlers. */
export interface OpenFeature<Own extends object = object> {
  /** Of this process, for calls: handlers find them in their context. */
  services?: Own;
  /** Background work, which workers of any process run. */
  jobs?: readonly JobKind[];
  /** By the part that they live as long as. */
  subscriptions?: { [Place in keyof SubscriptionPlaces]?: (given: SubscriptionPlaces[Place]) => Unsubscribe };
}

/** Opens the feature in a process, once. */
export type Feature<Own extends object = object> = (base: FeatureBase) => OpenFeature<Own>;

/** For `<feature>.feature.ts`, which `features.ts` lists: the types come from here, and nothing else has to know of it. */
export function defineFeature<Own extends object>(open: Feature<Own>): Feature<Own> {
  return open;
}

/** The services of all features of a list. */
export type ServicesOf<List extends readonly Feature[]> = List extends readonly [
  Feature<infer Own>,
  ...infer Others extends readonly Feature[],
]
  ? Own & ServicesOf<Others>
  : unknown;

/** The features of a process. */
export interface OpenFeatures<Own> {
  services: Own;
  jobs: readonly JobKind[];
  /** Begins the subscriptions of a place. */
  subscribe<Place extends keyof SubscriptionPlaces>(place: Place, given: SubscriptionPlaces[Place]): Unsubscribe;
}

export function openFeatures<List extends readonly Feature[]>(
  list: List,
  base: FeatureBase,
): OpenFeatures<ServicesOf<List>> {
  const opened = list.map((open) => open(base));
  return {
    services: Object.assign({}, ...opened.map(({ services }) => services)) as ServicesOf<List>,
    jobs: opened.flatMap(({ jobs }) => jobs ?? []),
    subscribe: (place, given) => {
      const ends = opened.flatMap(({ subscriptions }) => subscriptions?.[place]?.(given) ?? []);
      return async () => void (await Promise.all(ends.map(async (end) => end())));
    },
  };
}

import type { Topic } from "./core/topic.ts";
import * as live from "./features/live/live.topics.ts";
import * as telemetry from "./features/telemetry/telemetry.topics.ts";

/** Every topic of the portal. The broker's access list and the documents come from here. */
export const topics: readonly Topic[] = [...Object.values(telemetry), ...Object.values(live)];

import type { Answer } from "../../core/api/call.ts";
import { callQuery } from "../../core/api/use-call.ts";
import { queryClient } from "../../core/api/query-client.ts";

/** What the portal has to draw a map from. */
export type MapFiles = Answer<"getMap">["data"];

const nothing: MapFiles = { world: null, region: null, problem: null };
const freshMs = 60_000;

/** Asks the portal what it has; without an answer there is a map without land, whose marks still tell where things are. */
export async function loadMapFiles(): Promise<MapFiles> {
  try {
    const { data } = await queryClient.fetchQuery({ ...callQuery("getMap", {}), staleTime: freshMs });
    return data;
  } catch {
    return nothing;
  }
}

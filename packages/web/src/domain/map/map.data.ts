import type { Answer } from "../../core/api/call.ts";
import { callQuery } from "../../core/api/use-call.ts";
import { queryClient } from "../../core/api/query-client.ts";

/** What the portal has to draw a map from. */
export type MapFiles = Answer<"getMap">["data"];

/** A map without land, whose marks still tell where things are. */
export const noMapFiles: MapFiles = { world: null, region: null, problem: null };
const freshMs = 60_000;

/** Asks the portal what it has; undefined without an answer. */
export async function loadMapFiles(): Promise<MapFiles | undefined> {
  try {
    const { data } = await queryClient.fetchQuery({ ...callQuery("getMap", {}), staleTime: freshMs });
    return data;
  } catch {
    return undefined;
  }
}

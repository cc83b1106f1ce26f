import { type SearchParams, textParam } from "../../core/search-params.ts";

export interface DeviceTypesSearch {
  /** Id of the type that is edited, or "new". */
  edit?: string;
  /** Id of the type that is tried out on a device. */
  test?: string;
  /** Words by which the list is narrowed. */
  q?: string;
}

export function deviceTypesSearch(given: SearchParams): DeviceTypesSearch {
  return { ...textParam(given, "edit", 64), ...textParam(given, "test", 64), ...textParam(given, "q", 64) };
}

import lookUp from "@photostructure/tz-lookup";

import { ZoneName } from "@offgrid/contract/containers/containers.schema";

/**
 * The time zone of a position, from the library's own data: no service is queried. It may be wrong within some
 * kilometres of a border between zones.
 * @returns an IANA name that this machine knows; UTC where there is none.
 */
export function zoneAt(latitudeDeg: number, longitudeDeg: number): string {
  const found = ZoneName.safeParse(lookUp(latitudeDeg, longitudeDeg));
  return found.success ? found.data : "UTC";
}

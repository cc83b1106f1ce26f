import type { OutputNames } from "@offgrid/contract/output-names/output-names";
import { sql } from "kysely";

import { type Viewer, visibleContainers } from "../../calls/scope.ts";
import { type Db, nameOfUser } from "../../core/db.ts";
import type { ConfigRow } from "../configuration/configuration.store.ts";

export interface AutomationsRow extends ConfigRow {
  containerName: string;
  outputNames: OutputNames;
}

/** Containers that someone sees and that have automations, wanted or reported, by name. @param only Left out: all. */
export async function listAutomations(db: Db, viewer: Viewer, only: string | undefined): Promise<AutomationsRow[]> {
  const { rows } = await sql<AutomationsRow>`
    select k.*, ${nameOfUser} as wanted_by_name, container.name as container_name,
      coalesce(o.names, '{}') as output_names
    from container_config k join container on container.id = k.container_id
      left join output_names o on o.container_id = k.container_id left join app_user u on u.id = k.wanted_by
    where k.container_id in ${visibleContainers(db, viewer)}
      and (k.wanted -> 'automations' is not null or k.doc -> 'automations' is not null)
      and ${only === undefined ? sql`true` : sql`k.container_id = ${only}`}
    order by container.name, container.id`.execute(db);
  return rows;
}

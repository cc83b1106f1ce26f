import { automationLimits } from "@offgrid/contract/automations/automation-limits";
import { automationBy } from "@offgrid/contract/automations/step-automations";
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

/** What a controller said of a run. */
export interface RunRow {
  at: Date;
  data: unknown;
}

/** Newest first. */
export async function listRuns(db: Db, containerId: string, id: string): Promise<RunRow[]> {
  const { rows } = await sql<RunRow>`select at, data from event
    where container_id = ${containerId} and code = 'automation.run' and data ->> 'id' = ${id}
    order by at desc, seq desc nulls last limit ${automationLimits.runs}`.execute(db);
  return rows;
}

export interface SwitchingRow {
  at: Date;
  device: string;
  isOn: boolean;
}

/** So many say enough of what an automation does. */
const mostSwitchings = 500;

/** What was switched because of an automation since an instant, newest first. */
export async function listSwitchings(db: Db, containerId: string, id: string, since: Date): Promise<SwitchingRow[]> {
  const { rows } = await sql<SwitchingRow>`select at, device, (data ->> 'value')::boolean as is_on from event
    where container_id = ${containerId} and code = 'output.changed' and at >= ${since}
      and data ->> 'by' = ${automationBy(id)} and jsonb_typeof(data -> 'value') = 'boolean' and device is not null
    order by at desc, seq desc nulls last limit ${mostSwitchings}`.execute(db);
  return rows;
}

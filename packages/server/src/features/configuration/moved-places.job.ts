import { type ConfigDoc, isSameValue } from "@offgrid/contract/configuration/config-doc";

import { announced } from "../../bus/announcement.ts";
import type { FeatureBase } from "../../calls/feature.ts";
import { eachInTurn } from "../../jobs/each-in-turn.ts";
import type { JobKind } from "../../jobs/job.ts";
import { want } from "./config-steps.ts";
import { findPlace, listMoved, lockConfig, saveConfig, takeMove } from "./configuration.store.ts";
import { hasSectionsByPlace, sectionOfPlace } from "./section-place.ts";

type Tools = Pick<FeatureBase, "bus" | "db" | "clock">;

const name = "moved-places";
const everyMs = 5_000;
const perRound = 500;

/**
 * Has controllers go by the place to which people have moved their containers. Work of its own, since nobody is kept from
 * moving a container by what its controller is doing.
 */
export function movedPlacesJob(tools: Tools & Pick<FeatureBase, "log">): JobKind {
  const { log } = tools;
  return {
    name,
    everyMs,
    run: async ({ signal }) => {
      await eachInTurn(await listMoved(tools.db, perRound), { name, log, signal }, (id) => followMove(tools, id));
    },
  };
}

/** @returns whether the controller is asked for another place. */
export async function followMove({ bus, db, clock }: Tools, containerId: string): Promise<boolean> {
  return announced<boolean>(
    bus,
    (whole) => db.transaction().execute(whole),
    async (tx, news) => {
      const movedBy = await takeMove(tx, containerId);
      if (movedBy === undefined) return false;
      const row = await lockConfig(tx, containerId);
      const place = await findPlace(tx, containerId);
      if (!row?.wanted || !place || !needsPlace(row.wanted, place)) return false;
      await saveConfig(tx, want(row, sectionOfPlace(place), movedBy, clock.now()));
      news.add("configQueued", { containerIds: [containerId] });
      news.add("configChanged", { containerIds: [containerId] });
      return true;
    },
  );
}

function needsPlace(wanted: ConfigDoc, place: Parameters<typeof sectionOfPlace>[0]): boolean {
  return hasSectionsByPlace(wanted) && !isSameValue(wanted["place"], sectionOfPlace(place)["place"]);
}

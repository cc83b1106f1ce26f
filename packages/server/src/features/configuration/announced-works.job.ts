import { isSameValue } from "@offgrid/contract/configuration/config-doc";

import { announced } from "../../bus/announcement.ts";
import type { FeatureBase } from "../../calls/feature.ts";
import { eachInTurn } from "../../jobs/each-in-turn.ts";
import type { JobKind } from "../../jobs/job.ts";
import * as works from "../works/works.store.ts";
import { want } from "./config-steps.ts";
import { lockConfig, saveConfig } from "./configuration.store.ts";

type Tools = Pick<FeatureBase, "bus" | "db" | "clock">;

const name = "announced-works";
const everyMs = 2_000;
const perRound = 500;

/** Has controllers know of works, so that they switch nothing on by themselves under people's hands, with a link or without. */
export function announcedWorksJob(tools: Tools & Pick<FeatureBase, "log">): JobKind {
  const { log } = tools;
  return {
    name,
    everyMs,
    run: async ({ signal }) => {
      await eachInTurn(await works.listChanged(tools.db, perRound), { name, log, signal }, (id) =>
        followWorks(tools, id),
      );
    },
  };
}

async function followWorks({ bus, db, clock }: Tools, containerId: string): Promise<void> {
  await announced<void>(
    bus,
    (whole) => db.transaction().execute(whole),
    async (tx, news) => {
      // Whoever announces works at the same time waits, or is seen here.
      await works.holdWorks(tx, containerId);
      if (!(await works.takeChange(tx, containerId))) return;
      const row = await lockConfig(tx, containerId);
      const section = works.announcedWorks(await works.listWorks(tx, containerId));
      if (!row || isSameValue(row.wanted?.["works"] ?? {}, section)) return;
      // Whoever asked for the rest still answers for it.
      await saveConfig(tx, want(row, { works: section }, row.wantedBy, clock.now()));
      news.add("configQueued", { containerIds: [containerId] });
      news.add("configChanged", { containerIds: [containerId] });
    },
  );
}

import type { archiveCalls } from "@offgrid/contract/archives/archives.calls";
import type { LocaleCode } from "@offgrid/contract/core/constants";

import type { Handlers } from "../../calls/handler.ts";
import type { Db } from "../../core/db.ts";
import { type Entry, Tally, zipOf } from "./archive.ts";
import { type ArchiveReader, type ContainerAsked, containerFiles, mustFindContainer } from "./container-archive.ts";
import { personFiles } from "./person-archive.ts";
import { type About, readMe } from "./read-me.ts";

const contentType = "application/zip";

export const archiveHandlers: Handlers<typeof archiveCalls> = {
  containerArchive: async (asked, { actor, db, clock, config, from, signal }) =>
    containerArchive({ db, actor, signal }, asked, {
      madeAt: new Date(clock.now()),
      ...config,
      language: from.language,
    }),

  personArchive: async (_, { actor, db, clock, config, from, audit }) => {
    audit({ target: actor.userId });
    return personArchive(db, actor.userId, { madeAt: new Date(clock.now()), ...config, language: from.language });
  },
};

interface Making {
  madeAt: Date;
  portalName: string;
  language: LocaleCode;
}

/** @throws Refusal not_found */
export async function containerArchive(reader: ArchiveReader, asked: ContainerAsked, making: Making) {
  const { db, actor } = reader;
  const { id, name, zoneName } = await mustFindContainer(db, actor, asked.containerId);
  const tally = new Tally();
  const leftOut = (["tickets", "audit"] as const).filter((part) => !actor.permissions.includes(part));
  const about: About = { of: "container", id, name, zone: zoneName, leftOut, ...making };
  const files = containerFiles(reader, { ...asked, zone: zoneName }, tally);
  return { fileName: `${id}_${dayOf(making)}.zip`, contentType, stream: archive(files, about, tally, making) };
}

export async function personArchive(db: Db, userId: string, making: Making) {
  const { email } = await db.selectFrom("appUser").select("email").where("id", "=", userId).executeTakeFirstOrThrow();
  const tally = new Tally();
  const about: About = { of: "person", id: userId, name: email, leftOut: [], ...making };
  const files = personFiles(db, userId, tally);
  return { fileName: `my-data_${dayOf(making)}.zip`, contentType, stream: archive(files, about, tally, making) };
}

function archive(files: AsyncIterable<Entry>, about: About, tally: Tally, { madeAt, language }: Making) {
  const entries = async function* () {
    yield* files;
    yield readMe(about, tally, language);
  };
  return zipOf(entries(), madeAt);
}

const dayOf = ({ madeAt }: Making) => madeAt.toISOString().slice(0, 10);

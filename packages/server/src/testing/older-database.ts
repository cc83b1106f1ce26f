import { readFile, readdir } from "node:fs/promises";

import { pino } from "pino";
import { onTestFinished } from "vitest";

import { openDatabase } from "../core/db.ts";
import { schemaTable } from "../postgres/migrate.ts";
import { dropTestDatabase, emptyTestDatabase } from "./test-database.ts";

const folder = new URL("../migrations/", import.meta.url);

/** A database as an older portal left it, for one test; `migrate` does the migrations from the named one on. */
export async function olderDatabase(first: string) {
  const address = await emptyTestDatabase();
  const { db, pool, close } = openDatabase(address, pino({ level: "silent" }), 2);
  onTestFinished(async () => {
    await close();
    await dropTestDatabase(address);
  });
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  const run = async (wanted: (name: string) => boolean) => {
    for (const name of names.filter(wanted)) await pool.query(await readFile(new URL(name, folder), "utf8"));
  };
  await pool.query(schemaTable);
  await run((name) => name < first);
  return { db, pool, migrate: () => run((name) => name >= first) };
}

import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";

import { StartError } from "../core/start-error.ts";
import { controllerAddress } from "../features/containers/controller-address.store.ts";
import { containerArchive } from "../features/archives/archives.handlers.ts";
import { mustFindContainer } from "../features/archives/container-archive.ts";
import { importContainers } from "./containers-import.ts";
import type { Console } from "./console.ts";
import { readRegistration, register } from "./registration.ts";
import { shortTime, table } from "./table.ts";
import { asJson, languageOption, readDay, readLanguage, verb, yes } from "./verb.ts";
import { inMb, mustBeNew, writeArchive } from "./write-archive.ts";

const container = { id: "the container" };
const rowsAtOnce = 200;

export const containerVerbs = [
  verb({
    words: "containers list",
    parameters: {},
    options: {
      search: { type: "string", value: "TEXT", help: "search names and ids" },
      retired: { type: "boolean", help: "those that are retired, in place of those in service" },
      json: asJson,
    },
    summary: "Lists the containers",
    run: async ({ search, retired, json }, { open, say }) => {
      const found = await listContainers(await open(), search, retired);
      if (json) return say(JSON.stringify(found, undefined, 2));
      const rows = found.map((one) => [
        one.containerId,
        one.name,
        one.serialNumber,
        one.status,
        shortTime(one.lastSeen),
        String(one.warnings),
      ]);
      say(table(["ID", "NAME", "SERIAL NUMBER", "STATE", "LAST SEEN", "WARNINGS"], rows));
    },
  }),
  verb({
    words: "containers add",
    parameters: {},
    options: {
      name: { type: "string", value: "NAME", help: "its name", isNeeded: true },
      id: { type: "string", value: "ID", help: "default: derived from the name" },
      serial: { type: "string", value: "NUMBER", help: "serial number; default: generated" },
      uuid: { type: "string", value: "UUID", help: "UUID of its hardware" },
      lat: { type: "string", value: "DEGREES", help: "latitude, together with --long" },
      long: { type: "string", value: "DEGREES", help: "longitude" },
      zone: { type: "string", value: "AREA/CITY", help: "time zone; default: from its location" },
      address: { type: "string", value: "TEXT", help: "postal address" },
      user: { type: "string", multiple: true, value: "ADDRESS", help: "the account of a person who may see it" },
    },
    summary: "Registers a container and prints its controller's secret once",
    run: async (given, { open, say }) => {
      const wanted = readRegistration(given);
      const console = await open();
      const { credential, mqtt } = await console.act("registerNewContainer", async ({ db, config, audit }) => {
        const made = await register(db, wanted, given.user);
        audit({ target: made.containerId, after: { name: wanted.name } });
        return { credential: made, mqtt: await controllerAddress(db, config) };
      });
      say(`container  ${credential.containerId}
secret     ${credential.secret}
broker     ${mqtt.url}  (user name and client id are the container's id)
The secret is not stored and is shown this once.`);
    },
  }),
  verb({
    words: "containers import",
    parameters: {
      file: "a CSV file with a heading: name, and as you need id, serial, uuid, lat, long, zone, address, users",
    },
    options: {
      secrets: {
        type: "string",
        value: "FILE",
        help: "new CSV file for the secrets of the controllers",
        isNeeded: true,
      },
    },
    summary: "Registers the containers of a CSV file, all or none",
    more: "Separate addresses in the column `users` by spaces. Only its owner can read the file of secrets; an existing file is\nnever overwritten.",
    run: ({ file, secrets }, desk) => importContainers({ file, secrets }, desk),
  }),
  verb({
    words: "containers rename",
    parameters: { ...container, name: "its new name" },
    options: {},
    summary: "Renames a container; its id stays the same",
    run: async ({ id, name }, { open, say }) => {
      const console = await open();
      const before = await mustFind(console, id);
      const { data } = await console.call("containerSave", { containerId: id, name });
      say(`${id} was called "${before}" and is called "${data.name}" now.`);
    },
  }),
  verb({
    words: "containers retire",
    parameters: container,
    options: { reason: { type: "string", value: "TEXT", help: "why, for whoever reads it later" }, yes },
    summary: "Takes a container out of service; its readings are kept",
    more: "It sends no warnings and counts in no total, and its controller is refused, until it is restored.",
    run: async (given, { open, say, confirm }) => {
      const console = await open();
      const name = await mustFind(console, given.id);
      await confirm(`Retire "${name}" (${given.id})? Its controller is shut out at once.`, given.yes);
      await console.call("retireContainer", { containerId: given.id, reason: given.reason ?? "" });
      say(`"${name}" is retired: its controller is shut out, and its readings stay.`);
    },
  }),
  verb({
    words: "containers restore",
    parameters: container,
    options: {},
    summary: "Takes a retired container back into service",
    more: "Its controller is let in with the secret that it had.",
    run: async ({ id }, { open, say }) => {
      const console = await open();
      const name = await mustFind(console, id);
      await console.call("restoreContainer", { containerId: id });
      say(`"${name}" is in service.`);
    },
  }),
  verb({
    words: "containers export",
    parameters: container,
    options: {
      to: { type: "string", value: "FILE", help: "the new zip archive", isNeeded: true },
      from: { type: "string", value: "DAY", help: "first day of readings, such as 2026-01-01; default: the first" },
      until: { type: "string", value: "DAY", help: "last day of readings; default: the last" },
      language: languageOption,
    },
    summary: "Writes all data of a container into one archive of CSV and JSON files with a description",
    more: "Only its owner can read the file. An archive has 4 GB at most: give days for more.",
    run: async (given, { open, say, note }) => {
      const [from, to] = [readDay(given.from, "--from"), readDay(given.until, "--until")];
      const language = readLanguage(given.language);
      await mustBeNew(given.to);
      const console = await open();
      const { actor, signal } = await console.act("containerArchive", async ({ audit, ...context }) => {
        audit({ target: given.id, after: { from, to } });
        await mustFindContainer(context.db, context.actor, given.id).catch(() => {
          throw new StartError(`There is no container ${given.id}; "containers list" shows all.`);
        });
        return context;
      });
      const making = { madeAt: new Date(), portalName: console.config.portalName, language };
      const asked = { containerId: given.id, from, to };
      const { stream } = await containerArchive({ db: console.db, actor, signal }, asked, making);
      say(`Wrote ${inMb(await writeArchive(given.to, stream, note))} into ${given.to}.`);
    },
  }),
  verb({
    words: "containers delete",
    parameters: container,
    options: { yes },
    summary: "Deletes a container and all its readings; this cannot be undone",
    run: async (given, { open, say, confirm }) => {
      const console = await open();
      const name = await mustFind(console, given.id);
      await confirm(`Delete "${name}" (${given.id}) with all its readings? This cannot be undone.`, given.yes);
      await console.call("removeContainer", { containerId: given.id, confirmName: name });
      say(`"${name}" is removed. A portal that runs deletes its readings in the background.`);
    },
  }),
];

async function listContainers(console: Console, search?: string, retired = false): Promise<ContainerRow[]> {
  const found: ContainerRow[] = [];
  for (let page = 1; ; page++) {
    const asked = {
      page,
      pageSize: rowsAtOnce,
      sort: "name",
      filter: { retired },
      ...(search !== undefined && { search }),
    };
    const { data, total } = await console.call("getSitesV2", asked);
    found.push(...data);
    if (data.length === 0 || found.length >= total) return found;
  }
}

/** @returns its name. @throws StartError when there is none with this id. */
async function mustFind(console: Console, containerId: string): Promise<string> {
  const both = await Promise.all([listContainers(console), listContainers(console, undefined, true)]);
  const found = both.flat().find((one) => one.containerId === containerId);
  if (!found) throw new StartError(`There is no container ${containerId}; "containers list" shows all.`);
  return found.name;
}

import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";

import { containerCalls } from "@offgrid/contract/containers/containers.calls";
import { Refusal } from "@offgrid/contract/core/refusal";
import type { z } from "zod";

import { runCommand } from "./command.ts";
import { refusalText } from "./calls/refusal-text.ts";
import { StartError } from "./core/start-error.ts";
import { controllerAddress } from "./features/containers/controller-address.store.ts";
import { registerContainer } from "./features/containers/registration.ts";
import * as sessions from "./features/session/session.store.ts";

const usage =
  "Use: npm run register -- --name <name> [--id <id>] [--serial <number>] [--uuid <uuid>] [--lat <degrees> --long <degrees>] [--zone <Area/City>] [--address <text>] [--user <email>]...";

interface Options {
  container: z.output<typeof containerCalls.registerNewContainer.input>;
  emails: string[];
}

/** `npm run register`: adds a container and prints its id and, this once, its secret. */
await runCommand(readOptions, async ({ container, emails }, db, config) => {
  const people = await Promise.all(
    emails.map(async (email) => {
      const person = await sessions.findForLogin(db, email.trim().toLowerCase());
      if (!person) throw new StartError(`There is no account ${email}; add it first, or leave out --user.`);
      return person.id;
    }),
  );
  try {
    const { containerId, secret } = await registerContainer(db, { ...container, users: people });
    const mqtt = await controllerAddress(db, config);
    return [
      `container  ${containerId}`,
      `secret     ${secret}`,
      `broker     ${mqtt.tls ? "mqtts" : "mqtt"}://${mqtt.host}:${mqtt.port}  (user name and client id are the container's id)`,
      "The secret is not stored and is shown this once.",
    ].join("\n");
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new StartError(`Not registered: ${refusalText(error.code, "en")}`, { cause: error });
  }
});

function readOptions(argv: string[]): Options {
  const text = { type: "string" } as const;
  let given;
  try {
    given = parseArgs({
      args: argv,
      options: {
        name: text,
        id: text,
        serial: text,
        uuid: text,
        lat: text,
        long: text,
        zone: text,
        address: text,
        user: { type: "string", multiple: true },
      },
    }).values;
  } catch (error) {
    throw new StartError(`${(error as Error).message} ${usage}`, { cause: error });
  }
  const { name, id, serial, uuid, lat, long, zone, address, user = [] } = given;
  const parsed = containerCalls.registerNewContainer.input.safeParse({
    name,
    containerId: id,
    serialNumber: serial ?? `OG-${randomBytes(4).toString("hex")}`,
    uuid,
    ...((lat !== undefined || long !== undefined) && { location: { lat: toNumber(lat), long: toNumber(long) } }),
    zoneName: zone,
    address,
  });
  if (parsed.success) return { container: parsed.data, emails: user };
  const flags: Record<string, string> = { containerId: "id", serialNumber: "serial", zoneName: "zone" };
  const issue = parsed.error.issues[0];
  const field = String(issue?.path.at(-1));
  throw new StartError(`--${flags[field] ?? field} is not right: ${issue?.message}. ${usage}`);
}

/** Number("") is 0, which is a place in the sea. */
function toNumber(degrees: string | undefined): number {
  return degrees === undefined || degrees.trim() === "" ? NaN : Number(degrees);
}

import { createHash, randomBytes } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

import type { Db } from "../../core/db.ts";
import * as containers from "./containers.store.ts";
import { registerContainer } from "./registration.ts";

/** A container of the demonstration. */
export interface DemoContainer {
  containerId: string;
  name: string;
  serialNumber: string;
  address: string;
  location: { lat: number; long: number };
  zoneName: string;
}

interface Credential {
  containerId: string;
  secret: string;
}

/**
 * Registers the demonstration's containers, with the secrets of a file that their controllers read, too; those that it
 * lacks are made. The file is for this user alone (0600).
 * @param assigned Who sees which containers.
 */
export async function addDemoContainers(
  db: Db,
  fleet: readonly DemoContainer[],
  secretsFile: string,
  assigned: readonly { userId: string; containerIds: readonly string[] }[],
): Promise<void> {
  const known = await readSecrets(secretsFile);
  const credentials = fleet.map(({ containerId }) => ({
    containerId,
    secret: known.get(containerId) ?? randomBytes(32).toString("base64url"),
  }));
  // Before the database, so that no container is left whose secret nobody has.
  await writeSecrets(secretsFile, credentials);
  await db.transaction().execute(async (within) => {
    const registered = await containers.taken(
      within,
      fleet.map(({ containerId }) => containerId),
    );
    for (const [index, { containerId, secret }] of credentials.entries()) {
      if (registered.has(containerId)) {
        const secretHash = createHash("sha256").update(secret).digest();
        await within.updateTable("container").set({ secretHash }).where("id", "=", containerId).execute();
      } else {
        await registerContainer(within, { ...(fleet[index] as DemoContainer), secret, users: [] });
      }
    }
    for (const { userId, containerIds } of assigned) {
      for (const containerId of containerIds) await containers.assign(within, containerId, [userId]);
    }
  });
}

async function readSecrets(file: string): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(file, "utf8").catch(() => "[]");
  try {
    return new Map((JSON.parse(text) as Credential[]).map(({ containerId, secret }) => [containerId, secret]));
  } catch {
    return new Map();
  }
}

async function writeSecrets(file: string, credentials: readonly Credential[]): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.new`, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

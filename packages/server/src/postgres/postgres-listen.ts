import { chmod, chown, mkdir } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";

import type { PostgresHome } from "./postgres-program.ts";

/** Where the embedded PostgreSQL listens, with the settings that tell it so. */
export interface Listen {
  host: string;
  port: number;
  flags: string[];
}

/** A socket's path may have 107 bytes at most on Linux and 103 on macOS; the file's name is part of it. */
const longestSocketFolder = 85;

/** A private Unix socket; a password-guarded loopback port where the path is too long for one, or on Windows. */
export async function whereToListen(home: PostgresHome): Promise<Listen> {
  const socketFolder = join(home.folder, "socket");
  if (process.platform === "win32" || Buffer.byteLength(socketFolder) > longestSocketFolder) {
    return listenAt("127.0.0.1", await freePort());
  }
  await mkdir(socketFolder, { recursive: true, mode: 0o700 });
  await chmod(socketFolder, 0o700);
  await own(home, socketFolder);
  return listenAt(socketFolder, 5432);
}

export function listenAt(host: string, port: number): Listen {
  const isSocket = host.startsWith("/");
  const settings = [
    "timezone=UTC",
    "log_timezone=UTC",
    "max_connections=100",
    `port=${port}`,
    `listen_addresses=${isSocket ? "" : host}`,
    `unix_socket_directories=${isSocket ? "../socket" : ""}`,
  ];
  return { host, port, flags: settings.flatMap((setting) => ["-c", setting]) };
}

/** Gives a file or folder to the user that PostgreSQL runs as. */
export async function own(home: PostgresHome, path: string): Promise<void> {
  if (home.runAs) await chown(path, home.runAs.uid, home.runAs.gid);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

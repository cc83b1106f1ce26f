import type { AddressInfo } from "node:net";

import { SMTPServer } from "smtp-server";
import { onTestFinished } from "vitest";

import { type ReadMail, readMail } from "./mails.ts";

/** A real mail server that keeps what it receives, until the test is over. */
export async function mailServer(): Promise<{ url: string; mails: ReadMail[] }> {
  const mails: ReadMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData: (stream, _session, done) => {
      const pieces: Buffer[] = [];
      stream.on("data", (piece: Buffer) => pieces.push(piece));
      stream.on("end", () => {
        mails.push(readMail(Buffer.concat(pieces).toString("utf8")));
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)));
  return { url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`, mails };
}

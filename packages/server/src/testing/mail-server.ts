import type { AddressInfo } from "node:net";

import { SMTPServer } from "smtp-server";
import { onTestFinished } from "vitest";

import { type ReadMail, readMail } from "./mails.ts";

export interface MailServer {
  url: string;
  mails: ReadMail[];
  /** Set it: it takes no mail then. */
  isFull: boolean;
}

/** A real mail server that keeps what it receives, until the test is over. */
export async function mailServer(): Promise<MailServer> {
  const mails: ReadMail[] = [];
  const kept: MailServer = { url: "", mails, isFull: false };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData: (stream, _session, done) => {
      const pieces: Buffer[] = [];
      stream.on("data", (piece: Buffer) => pieces.push(piece));
      stream.on("end", () => {
        if (kept.isFull) return done(Object.assign(new Error("no room"), { responseCode: 452 }));
        mails.push(readMail(Buffer.concat(pieces).toString("utf8")));
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)));
  kept.url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  return kept;
}

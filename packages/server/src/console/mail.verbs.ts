import { join } from "node:path";

import { Email } from "@offgrid/contract/users/users.schema";

import { reasonOf } from "../core/db.ts";
import { StartError } from "../core/start-error.ts";
import { compose } from "../mail/mails.ts";
import { UsageError, verb } from "./verb.ts";

const usefulMs = 24 * 3_600_000;

export const mailVerbs = [
  verb({
    words: "test-mail",
    parameters: { address: "where it goes" },
    options: {},
    summary: "Sends a test mail now, the way the portal sends all its mails, and reports the result",
    run: async (given, { open, say }) => {
      const parsed = Email.safeParse(given.address);
      if (!parsed.success) throw new UsageError(`"${given.address}" is no email address.`);
      const { config, act } = await open();
      const mail = compose({ kind: "test" }, { email: parsed.data, firstName: "", language: config.language }, config);
      await act("test_mail", async ({ outbox, clock, from, audit }) => {
        audit({ target: parsed.data });
        const until = new Date(clock.now() + usefulMs);
        await outbox.handOver(mail, `test ${from.requestId}`, until).catch((error: unknown) => {
          throw new StartError(
            `The mail was not accepted (${reasonOf(error)}); correct the mail server in the settings of the portal or in SMTP_URL, or see to it.`,
            { cause: error },
          );
        });
      });
      say(
        config.smtpUrl === undefined
          ? `No mail server is set, in the settings of the portal or by SMTP_URL, so the mail was written to ${join(config.dataDir, "outbox")}; nobody receives it.`
          : `The mail server at ${new URL(config.smtpUrl).host} accepted the mail to ${parsed.data}.`,
      );
    },
  }),
];

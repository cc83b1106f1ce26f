import { PassThrough } from "node:stream";

import { expect, test } from "vitest";

import { openLog } from "./log.ts";

const secrets = {
  password: "hunter2",
  secret: "hunter2",
  authToken: "hunter2",
  cookie: "hunter2",
  "x-auth-token": "hunter2",
};

test.each([false, true])("secrets are blotted out at every depth that is logged (for a person: %s)", (isTTY) => {
  const output = Object.assign(new PassThrough(), { isTTY }) as unknown as NodeJS.WriteStream;
  const log = openLog("info", output);
  log.info({ ...secrets, input: secrets, request: { headers: secrets } }, "a call");
  const text = String(output.read());
  expect(text).toContain("a call");
  expect(text.match(/\[redacted\]/g)).toHaveLength(3 * Object.keys(secrets).length);
  expect(text).not.toContain("hunter2");
});

import { expect, test } from "vitest";

import { mailLinkOf } from "./mail-link.ts";

const token = "A".repeat(42) + "_";

test.each([
  [`#token=${token}`, { kind: "reset", token }],
  [`#token=${token}&invite=1`, { kind: "invitation", token }],
  [`#token=${token}&agree=1`, { kind: "agreement", token }],
  [`#setup=${token}`, { kind: "setup", token }],
])("the link %s is understood", (hash, link) => {
  expect(mailLinkOf(hash)).toEqual(link);
});

test.each(["", "#", "#token=", `#token=${token.slice(1)}`, `#token=${token}.`, "#setup=short", `#other=${token}`])(
  "a link that ends in %j is reported as broken",
  (hash) => {
    expect(mailLinkOf(hash)).toEqual({ kind: "broken" });
  },
);

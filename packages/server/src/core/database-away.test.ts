import { expect, test } from "vitest";

import { isDatabaseAway } from "./db.ts";

const failure = (code: string) => Object.assign(new Error("it failed"), { code });

test.each([
  ["08006", "the connection broke"],
  ["57P01", "the server shuts down"],
  ["57P03", "the server starts"],
  ["57P04", "the database was dropped"],
  ["57P05", "the session was idle for too long"],
  ["53300", "too many connections"],
  ["3D000", "there is no such database, as while it is replaced"],
  ["55000", "the database lets nobody in, as while it is restored"],
  ["28P01", "the password is not (yet) the one that the server knows"],
  ["28000", "the server does not let this role in"],
  ["25006", "the server takes no writes, as a primary that became a standby"],
  ["ECONNREFUSED", "nobody listens"],
])("%s counts as a database that is away: %s", (code) => {
  expect(isDatabaseAway(failure(code))).toBe(true);
  expect(isDatabaseAway(new AggregateError([failure(code)]))).toBe(true);
});

test.each([
  ["23505", "a value is there already"],
  ["22P02", "a text is no number"],
  ["42P01", "there is no such table"],
  ["40P01", "two writers waited for each other"],
  ["57014", "the statement took too long"],
])("%s is an error of a statement: %s", (code) => {
  expect(isDatabaseAway(failure(code))).toBe(false);
});

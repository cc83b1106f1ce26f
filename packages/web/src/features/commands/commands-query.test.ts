import { expect, test } from "vitest";

import { timeReady } from "../../core/time.ts";
import { commandsSearch } from "./commands.search.ts";
import { filterOf } from "./commands-query.ts";

const zone = "Africa/Nairobi";
const evening = Date.UTC(2026, 10, 20, 16);

test("an address keeps what it understands of filters, and the call is given nothing else", async () => {
  await timeReady();
  const search = commandsSearch({ container: "lodwar", state: "open", person: "u-1", period: "week", page: 2, x: 1 });
  expect(search).toEqual({ container: "lodwar", state: "open", person: "u-1", page: 2 });
  expect(filterOf(search, evening, zone)).toEqual({ containerId: "lodwar", state: "open", userId: "u-1" });
  expect(commandsSearch({ state: "queued", page: 1 })).toEqual({});
});

test("a period begins at the midnight of the browser, and stays the same until the next", async () => {
  await timeReady();
  const since = (period: "today" | "7_days" | "30_days", at = evening) => filterOf({ period }, at, zone).since;
  expect(since("today")).toBe("2026-11-19T21:00:00.000Z");
  expect(since("today", evening + 4 * 3_600_000)).toBe(since("today"));
  expect(since("7_days")).toBe("2026-11-13T21:00:00.000Z");
  expect(since("30_days")).toBe("2026-10-21T21:00:00.000Z");
});

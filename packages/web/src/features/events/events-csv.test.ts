import { beforeAll, expect, test } from "vitest";

import { timeReady } from "../../core/time.ts";
import { fakeNotification } from "../../domain/notifications/notification.fake.ts";
import { eventsCsv, type EventsCsvWords } from "./events-csv.ts";

const words: EventsCsvWords = {
  titles: ["UTC", "Local", "Container", "Id", "Severity", "What", "Code", "About", "By", "Says"],
  level: { info: "info", warning: "warning", critical: "critical" },
  textOf: ({ code }) => (code === "door.opened" ? "The door was opened" : code),
};

beforeAll(() => timeReady());

test("each event is a line with its time in UTC and in the zone, and no text is a formula", () => {
  const events = [
    fakeNotification({ at: "2026-11-24T23:30:05.000Z", data: { value: true } }),
    fakeNotification({
      code: "pump.dry",
      containerName: "=HYPERLINK(1)",
      device: "@pump",
      by: { userId: "u", name: "+A" },
    }),
    fakeNotification({ containerId: null, containerName: null }),
  ];
  const [head, first, second, third, end] = eventsCsv(events, "Africa/Nairobi", words).split("\r\n");
  expect(head).toBe("\uFEFFUTC,Local,Container,Id,Severity,What,Code,About,By,Says");
  expect(first).toBe(
    '2026-11-24T23:30:05.000Z,25/11/2026 02:30:05,Gao,gao,info,The door was opened,door.opened,,,"{""value"":true}"',
  );
  expect(second).toContain("'=HYPERLINK(1),gao,info,pump.dry,pump.dry,'@pump,'+A,");
  expect(third).toContain(",,,info,The door was opened");
  expect(end).toBe("");
});

import { expect, test, vi } from "vitest";

import { cast, thePortal } from "../../testing/cast.ts";
import { inTime, withContainer } from "../configuration/configuration.fixture.ts";

const schedule = { enabled: true, days: [7, 1], time: "03:30" };

test("a plan of restarts reaches the controller, and is said with its next instant by the clocks of the container", async () => {
  const { amina, start, reaches } = await withContainer("osh");
  const before = (await amina.call("getRebootSchedule", { containerId: "osh" })).data;
  expect(before).toMatchObject({ state: "no_report", wanted: null, reported: null, next: null, last: null });
  await start({ restart: () => undefined });
  await reaches("in_sync");

  const { data: asked } = await amina.call("updateRebootSchedule", { containerId: "osh", schedule });
  expect(asked.wanted).toMatchObject({ setting: { ...schedule, days: [1, 7] } });
  await reaches("in_sync");
  const { data } = await amina.call("getRebootSchedule", { containerId: "osh" });
  expect(data.reported?.setting).toEqual({ ...schedule, days: [1, 7] });
  const next = new Date(data.next ?? NaN);
  const local = new Intl.DateTimeFormat("en-GB", {
    timeZone: data.zoneName,
    weekday: "short",
    hour: "2-digit",
    minute: "2-digit",
  });
  expect(local.format(next)).toMatch(/^(?:Mon|Sun),? 03:30$/);
  expect(next.getTime()).toBeGreaterThan(Date.now());
});

test("a second change of the same person passes while the first one is taken over; one that was not seen is refused", async () => {
  const { amina, start, reaches } = await withContainer("lokichar");
  await start({ restart: () => undefined });
  await reaches("in_sync");
  const save = async (time: string, seen?: { wanted: number; reported: number }) => {
    const input = { containerId: "lokichar", schedule: { ...schedule, time }, ...(seen && { seen }) };
    const { wanted, reported } = (await amina.call("updateRebootSchedule", input)).data;
    return { wanted: wanted?.version ?? 0, reported: reported?.version ?? 0 };
  };
  const first = await save("03:30");
  const { reported } = await reaches("in_sync");
  expect(reported?.version).not.toBe(first.reported);
  const second = await save("04:30", first);
  expect(second.wanted).toBeGreaterThan(first.wanted);
  await reaches("in_sync");
  await expect(save("05:30", first)).refusesWith("config_changed");
});

test("a plan of restarts needs a proof of who asks, as a restart does, whichever call it comes by", async () => {
  const { amina } = await withContainer("nouna");
  const portal = await thePortal();
  const proveAt = (when: string) =>
    portal.database.pool.query(`update session set confirmed_at = ${when} where user_id = $1`, [amina.userId]);
  const rule = { containerId: "nouna", sections: ["reboot"], everyMinutes: 30 };
  await proveAt("now() - interval '11 minutes'");
  await expect(amina.call("updateRebootSchedule", { containerId: "nouna", schedule })).refusesWith("confirm_needed");
  await expect(amina.call("setConfiguration", { containerId: "nouna", reboot: schedule })).refusesWith(
    "confirm_needed",
  );
  const refused = amina.call("setSyncConfig", { ...rule, direction: "portalToController" });
  await expect(refused).refusesWith("confirm_needed");
  expect((await amina.call("getRebootSchedule", { containerId: "nouna" })).data.wanted).toBeNull();
  await proveAt("now()");
  await amina.call("updateRebootSchedule", { containerId: "nouna", schedule });
  expect((await amina.call("getRebootSchedule", { containerId: "nouna" })).data.wanted).not.toBeNull();
});

test("a controller that nothing would start again refuses a plan, and says which value", async () => {
  const { amina, start, reaches } = await withContainer("gao");
  await start();
  await reaches("in_sync");
  await amina.call("updateRebootSchedule", { containerId: "gao", schedule });
  await reaches("rejected");
  const { data } = await amina.call("getRebootSchedule", { containerId: "gao" });
  expect(data).toMatchObject({ faults: { enabled: "unsupported" }, next: null });
});

test("what came of the last planned restart is shown, and nobody is notified of it", async () => {
  const { amina, start, reaches } = await withContainer("jomo");
  const portal = await thePortal();
  const due = Math.floor(Date.now() / 1000);
  const at = new Date(due * 1000).toISOString();
  const tell = (code: string, data: object, seconds: number) =>
    portal.database.pool.query(
      "insert into event (id, container_id, at, code, level, data) values ($1, 'jomo', $2, $3, 'info', $4)",
      [`${code} ${seconds}`, new Date((due + seconds) * 1000), code, data],
    );
  await start({ restart: () => undefined });
  await reaches("in_sync");
  const last = async () => (await amina.call("getRebootSchedule", { containerId: "jomo" })).data.last;
  await tell("reboot.planned", { due }, 1);
  expect(await last()).toMatchObject({ due: at, skipped: null });
  await tell("reboot.skipped", { due, reason: "locked" }, 2);
  expect(await last()).toMatchObject({ due: at, skipped: "locked" });
  await tell("reboot.skipped", { due, reason: "nonsense" }, 3);
  expect(await last()).toBeNull();
  await tell("reboot.planned", { due: Number.MAX_SAFE_INTEGER }, 4);
  expect(await last()).toBeNull();
});

test("a plan is refused by its fields, without the right, and for a container that is not seen", async () => {
  const { amina, otto } = await cast({
    amina: { role: "user", containers: ["turkana"] },
    otto: { role: "customer_staff", containers: ["turkana"] },
  });
  const wrong = { containerId: "turkana", schedule: { enabled: true, days: [], time: "25:00" } };
  await expect(amina.call("updateRebootSchedule", wrong)).rejects.toMatchObject({
    answer: {
      body: {
        fields: {
          "schedule.days": "Please choose at least one day of the week: 1 is Monday, 7 is Sunday.",
          "schedule.time": "Please fill a time such as 18:30.",
        },
      },
    },
  });
  await expect(otto.call("updateRebootSchedule", { containerId: "turkana", schedule })).refusesWith("forbidden");
  await expect(amina.call("getRebootSchedule", { containerId: "lagos" })).refusesWith("not_found");
  await vi.waitUntil(
    async () => (await amina.call("getRebootSchedule", { containerId: "turkana" })).data.wanted === null,
    inTime,
  );
});

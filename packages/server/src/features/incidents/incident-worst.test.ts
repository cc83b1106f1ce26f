import { expect, test } from "vitest";

import { cast, thePortal } from "../../testing/cast.ts";
import { clear, type Condition, raise, seen, silent } from "./raised.fixture.ts";

const charge: Condition = {
  name: "Charge low",
  type: "below",
  attributes: ["battery.soc"],
  threshold: 20,
  clearAt: 30,
  duration: 0,
  critical: { threshold: 10 },
};
const notDone: Condition = {
  name: "Not done",
  type: "command",
  attributes: [],
  threshold: 1,
  window: 3_600,
  duration: 0,
};

test("an incident says what its gravest warning was raised by, with the level that its rule has for the container", async () => {
  const { amina, binta } = await cast({
    amina: { role: "user", containers: ["bamako", "kati"] },
    binta: { role: "customer_staff", containers: ["kati"] },
  });
  await raise(amina, ["bamako"], { condition: silent });
  const condition = { ...charge, overrides: [{ containerId: "bamako", threshold: 25 }] };
  const [mild = ""] = await raise(amina, ["bamako"], { condition, attribute: "battery.soc", value: 22 });
  const [incident] = await seen(amina, ([one]) => one?.open === 2);
  const id = incident?.id ?? "";
  const worstOf = async (person = amina) => (await person.call("incidentGet", { id })).data.incident.worst;
  // Of equally grave ones the first says what it is about: nothing was measured of silence.
  expect(await worstOf()).toMatchObject({ content: "Silent", value: null });
  const grave = { condition: charge, severity: "critical", attribute: "battery.soc", value: 8 } as const;
  const [critical = ""] = await raise(amina, ["bamako"], grave);
  await seen(amina, ([one]) => one?.open === 3);
  const soc = { type: "below", attributes: ["battery.soc"], command: null };
  expect(await worstOf()).toMatchObject({
    containerName: "Bamako",
    attribute: "battery.soc",
    value: 8,
    raisedBy: { ...soc, level: 10 },
  });
  const { warnings } = (await amina.call("incidentGet", { id })).data;
  expect(warnings.find((one) => one.id === mild)?.raisedBy).toMatchObject({ ...soc, level: 25 });
  // A container with a level of its own clears at that.
  expect(warnings.find((one) => one.id === mild)?.raisedBy).not.toHaveProperty("clearLevel");
  // What is open counts before what was graver and is over, and what others see is of their containers.
  await clear([critical]);
  expect(await worstOf()).toMatchObject({ content: "Silent" });
  await raise(amina, ["kati"], { condition: charge, attribute: "battery.soc", value: 12 });
  const [atKati] = await seen(binta, (all) => all.length === 1);
  expect(atKati?.worst).toMatchObject({ containerName: "Kati", value: 12, raisedBy: { level: 20, clearLevel: 30 } });
});

test("of warnings and incidents that are as grave, what may cost loads their power comes first, and what is graver before it", async () => {
  const places = ["segou", "mopti", "kayes"];
  const { amina } = await cast({ amina: { role: "user", containers: places } });
  const hot: Condition = {
    name: "Hot",
    type: "above",
    attributes: ["battery.temperature"],
    threshold: 45,
    duration: 0,
  };
  const grave = { condition: hot, severity: "critical", attribute: "battery.temperature", value: 51 } as const;
  await raise(amina, ["segou"], grave);
  await raise(amina, ["mopti"], { condition: charge, attribute: "battery.soc", value: 18 });
  const [cleared = ""] = await raise(amina, ["segou"], { ...grave, value: 55 });
  await raise(amina, ["kayes"], { condition: notDone, attribute: "relay.2", value: 3 });
  await clear([cleared]);
  await seen(amina, (all) => all.reduce((sum, { open }) => sum + open, 0) === 3);
  const first = ["Segou", "Mopti", "Kayes"];
  const { data } = await amina.call("getWarningHistory", {});
  expect(data.map(({ containerName }) => containerName)).toEqual([...first, "Segou"]);
  const { data: incidents } = await amina.call("incidentList", { state: "going_on" });
  expect(incidents.map(({ containerName }) => containerName)).toEqual(first);
});

test("what is graver stands first; of what is as grave loads that are cut, the longest first, then those that will be, the soonest first, on every page", async () => {
  const places = ["bougouni", "sikasso", "kita", "dioila", "nara", "niono"];
  const { amina } = await cast({ amina: { role: "user", containers: places } });
  const mild = { condition: charge, severity: "warning" } as const;
  const grave = { condition: charge, severity: "critical" } as const;
  await raise(amina, ["kita"], { ...grave, attribute: "battery.soc", value: 8 });
  const [longest = ""] = await raise(amina, ["dioila"], { ...grave, attribute: "loads_cut", value: 1 });
  await raise(amina, ["nara"], { ...grave, attribute: "loads_cut", value: 1 });
  await raise(amina, ["niono"], { ...mild, attribute: "hours_to_reserve", value: 9 });
  await raise(amina, ["sikasso"], { ...mild, attribute: "hours_to_reserve", value: 2 });
  await raise(amina, ["bougouni"], { ...mild, attribute: "loads_cut", value: 1 });
  await seen(amina, (all) => all.reduce((sum, { open }) => sum + open, 0) === places.length);
  const { pool } = (await thePortal()).database;
  // Its rule found it so when it was saved, last of all.
  await pool.query("update warning set found_at = now(), raised_at = raised_at - interval '2 days' where id = $1", [
    longest,
  ]);
  const order = ["Dioila", "Nara", "Kita", "Bougouni", "Sikasso", "Niono"];
  const { data } = await amina.call("getWarningHistory", {});
  expect(data.map(({ containerName }) => containerName)).toEqual(order);
  const pages = await Promise.all(
    [1, 2, 3].map((page) => amina.call("incidentList", { state: "going_on", page, pageSize: 2 })),
  );
  expect(pages.flatMap(({ data: incidents }) => incidents.map((one) => one.containerName))).toEqual(order);
});

test("a level is told only as long as the rule is as it was then", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["sikasso"] } });
  const [id = ""] = await raise(amina, ["sikasso"], { condition: charge, attribute: "battery.soc", value: 18 });
  const raisedBy = async () => (await amina.call("getWarningHistory", {})).data.find((one) => one.id === id)?.raisedBy;
  expect(await raisedBy()).toMatchObject({ level: 20 });
  // As it is closed by a change, and as it cleared before one.
  const { pool } = (await thePortal()).database;
  const end = (reason: string) =>
    pool.query("update warning set cleared_at = now(), close_reason = $1 where id = $2", [reason, id]);
  await end("data");
  expect(await raisedBy()).toMatchObject({ level: 20 });
  await end("rule_changed");
  expect(await raisedBy()).toBeNull();
  await end("data");
  await pool.query("update warning_rule set updated_at = now() + interval '1 second'");
  expect(await raisedBy()).toBeNull();
});

test("a warning of commands names the last one that was not carried out before, by what people call the output", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["kita"] } });
  const { database } = await thePortal();
  const failed = (id: string, target: string, minutesAgo: number, state = "failed") =>
    database.pool.query(
      `insert into command (id, container_id, op, kind, target, args, wanted, user_id, created_at, expires_at, state, reason, ended_at)
        values ($1, 'kita', 'relay.set', 'switch', $2, '{"on":true}', 'true', $3, $4, $4, $5, 'mismatch', $4)`,
      [id, target, amina.userId, new Date(Date.now() - minutesAgo * 60_000), state],
    );
  await failed("first", "relay.2", 30);
  await failed("last", "relay.2", 5);
  await failed("other", "relay.3", 4);
  await failed("well", "relay.2", 3, "done");
  const outputNames = JSON.stringify({ "relay.2": { name: "Pump 2", feeds: "" } });
  await database.pool.query("insert into output_names (container_id, names) values ('kita', $1)", [outputNames]);
  const [all = ""] = await raise(amina, ["kita"], { condition: notDone, attribute: "", value: 3 });
  const ofOne = { ...notDone, attributes: ["relay.2"] };
  const [one = ""] = await raise(amina, ["kita"], { condition: ofOne, attribute: "relay.2", value: 2 });
  const { data } = await amina.call("getWarningHistory", {});
  const commandOf = (id: string) => data.find((warning) => warning.id === id)?.raisedBy?.command;
  expect(commandOf(all)).toMatchObject({ commandId: "other", target: "relay.3", outputName: null });
  expect(commandOf(one)).toMatchObject({
    commandId: "last",
    target: "relay.2",
    outputName: "Pump 2",
    wanted: true,
    state: "failed",
    reason: "mismatch",
  });
});

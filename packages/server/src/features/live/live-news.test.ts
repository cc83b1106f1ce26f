import { containerTopic, userTopic } from "@offgrid/contract/live/live.topics";
import { dataTopic } from "@offgrid/contract/telemetry/telemetry.topics";
import { afterAll, beforeAll, expect, test } from "vitest";

import { insertEvents } from "../events/events.store.ts";
import { notifyPeople } from "../notifications/fan-out.store.ts";
import { type Bench, startBench, until } from "../ingest/telemetry.fixture.ts";

let bench: Bench;
beforeAll(async () => void (bench = await startBench()));
afterAll(() => bench.stop());

test("state changes of a thousand containers reach a screen in a round or two, and only those that its person sees", async () => {
  const ids = Array.from({ length: 1_000 }, (_, index) => `many-${index}`);
  await bench.database.pool.query(
    "insert into container (id, name, serial_number, secret_hash) select id, id, id, '' from unnest($1::text[]) id",
    [ids],
  );
  const [all, one] = [await bench.addPerson("ada", "admin"), await bench.addPerson("amina", "customer_staff")];
  await bench.database.db.insertInto("containerUser").values({ containerId: "many-7", userId: "amina" }).execute();
  const [wide, narrow] = [await bench.screen("ada", all), await bench.screen("amina", one)];
  await wide.mqtt.subscribeAsync(userTopic.name({ userId: "ada" }));
  await narrow.mqtt.subscribeAsync(userTopic.name({ userId: "amina" }));
  let statements = 0;
  const count = () => void statements++;
  bench.database.pool.on("acquire", count);
  for (const containerId of ids)
    bench.bus.publish("statusChanged", { status: "just_offline", containerIds: [containerId] });
  await until(() => wide.messages.length === ids.length);
  bench.database.pool.off("acquire", count);
  // Sweeps of each second ask as well.
  expect(statements).toBeLessThan(50);
  await until(() => narrow.messages.length > 0);
  expect(narrow.messages.map(({ value }) => value)).toEqual([{ containerId: "many-7", status: "just_offline" }]);
});

test("while the database is away only the newest state of each container waits, and it is sent when the database is back", async () => {
  await bench.addContainer("waits");
  const session = await bench.addPerson("berta", "admin");
  const screen = await bench.screen("berta", session);
  await screen.mqtt.subscribeAsync(userTopic.name({ userId: "berta" }));
  await bench.database.pool.query("alter view container_scope rename to container_scope_away");
  bench.bus.publish("statusChanged", { status: "just_offline", containerIds: ["waits"] });
  bench.bus.publish("statusChanged", { status: "online", containerIds: ["waits"] });
  bench.bus.publish("statusChanged", { status: "offline", containerIds: ["waits"] });
  await bench.database.pool.query("alter view container_scope_away rename to container_scope");
  const message = await screen.next<{ containerId?: string; status?: string }>(userTopic.name({ userId: "berta" }));
  expect(message).toEqual({ containerId: "waits", status: "offline" });
});

test("a person who lost the right to view receives no event, though it was stored for them", async () => {
  await bench.addContainer("secretive");
  const [lost, kept] = [await bench.addPerson("chloe", "customer_staff"), await bench.addPerson("dora", "user")];
  await bench.database.pool.query(
    "insert into container_user (container_id, user_id) values ('secretive', 'chloe'), ('secretive', 'dora')",
  );
  const [blind, seeing] = [await bench.screen("chloe", lost), await bench.screen("dora", kept)];
  await blind.mqtt.subscribeAsync(userTopic.name({ userId: "chloe" }));
  await seeing.mqtt.subscribeAsync(userTopic.name({ userId: "dora" }));
  const event = { ts: bench.now(), code: "door.open", level: "warning", data: {} } as const;
  const part = { containerId: "secretive", boot: null, seq: null, event };
  const events = await bench.database.db.transaction().execute(async (tx) => {
    const stored = await insertEvents(tx, [part], bench.now());
    await notifyPeople(tx, bench.now(), 10);
    return stored;
  });
  await bench.database.pool.query(
    "update role set permissions = array_remove(permissions, 'view') where id = 'customer_staff'",
  );
  bench.bus.publish("peopleNotified", { eventIds: events.map(({ id }) => id) });
  await seeing.next(userTopic.name({ userId: "dora" }), ({ command }) => command === "warningEvent");
  await bench.database.pool.query("update role set permissions = permissions || '{view}' where id = 'customer_staff'");
  expect(blind.messages).toEqual([]);
});

test("an output that followed a group command says which one, whose and how many containers of it the person sees", async () => {
  const { database } = bench;
  for (const id of ["grouped-1", "grouped-2", "grouped-3"]) await bench.addContainer(id);
  const session = await bench.addPerson("gina", "customer_staff");
  await bench.addPerson("hugo", "admin");
  await database.pool.query("update app_user set first_name = 'Hugo', last_name = 'Silva' where id = 'hugo'");
  const screen = await bench.screen("gina", session);
  await screen.mqtt.subscribeAsync(userTopic.name({ userId: "gina" }));
  await database.pool.query(
    `insert into container_user (container_id, user_id) values ('grouped-1', 'gina'), ('grouped-2', 'gina')`,
  );
  await database.pool.query(`insert into command_group (id, op, target, args, user_id, created_at)
    values ('group-1', 'relay.set', 'relay.1', '{"on": false}', 'hugo', now())`);
  await database.pool.query(`insert into command
      (id, container_id, op, kind, target, args, wanted, user_id, created_at, expires_at)
    values ('of-group', 'grouped-1', 'relay.set', 'switch', 'relay.1', '{"on": false}', 'false', 'hugo', now(), now())`);
  await database.pool.query(`insert into command_group_member (group_id, container_id, command_id)
    values ('group-1', 'grouped-1', 'of-group'), ('group-1', 'grouped-2', null), ('group-1', 'grouped-3', null)`);
  const tell = async (value: boolean, seq: number) => {
    const data = { value, by: "hugo", reason: "command" };
    const event = { ts: bench.now(), code: "output.changed", level: "info", device: "relay.1", data } as const;
    const part = { containerId: "grouped-1", boot: "b-1", seq, event };
    const events = await database.db.transaction().execute((tx) => insertEvents(tx, [part], bench.now()));
    bench.bus.publish("eventRaised", { eventIds: events.map(({ id }) => id) });
    const topic = userTopic.name({ userId: "gina" });
    return screen.next<{ data: Record<string, unknown> & { data: typeof data } }>(
      topic,
      (message) => "data" in message && message.data.data.value === value,
    );
  };
  const { data } = await tell(false, 1);
  const by = { userId: "hugo", name: "Hugo Silva" };
  expect(data).toMatchObject({ by, group: { groupId: "group-1", count: 2 } });
  // What the group did not order is not its doing.
  expect((await tell(true, 2)).data).not.toHaveProperty("group");
});

test("the controller of a container that is removed loses its connection at once", async () => {
  await bench.addContainer("removed");
  const controller = await bench.controller("removed");
  const session = await bench.addPerson("emil", "admin");
  const screen = await bench.screen("emil", session);
  await screen.mqtt.subscribeAsync(containerTopic.name({ containerId: "removed" }));
  const topic = dataTopic.name({ containerId: "removed" });
  await controller.send(topic, { ts: bench.now(), values: { "battery.soc": 50 } });
  await screen.next(containerTopic.name({ containerId: "removed" }));
  await bench.database.pool.query("delete from container where id = 'removed'");
  bench.bus.publish("containerChanged", { containerIds: ["removed"] });
  await controller.closed();
});

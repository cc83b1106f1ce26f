import { afterAll, beforeAll, expect, test } from "vitest";

import { type TestDatabase, testDatabase } from "../../testing/test-database.ts";
import { benchOf } from "./channels.fixture.ts";
import { addDarkNews } from "./dark-news.store.ts";
import { aService, bodies, type Body, webhookTo } from "./hooks.fixture.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

let database: TestDatabase;
beforeAll(async () => void (database = await testDatabase()));
afterAll(() => database.drop());

test("by default mail and SMS speak when nobody looked after it: the owner's of the rule after 15 minutes, the staff's after 45", async () => {
  const sms = await aService();
  const bench = benchOf(database, { smsUrl: `${sms.url}/sms`, smsBody: '{"to":"{to}","text":"{text}"}' });
  const [amina, kofi, staff] = [
    await bench.person("Amina"),
    await bench.person("Kofi"),
    await bench.person("Stella", "offgrid_staff"),
  ];
  const gao = await bench.container("Gao", amina, kofi, staff);
  const incident = await bench.incident([gao]);
  await bench.pool.query(
    `with made as (insert into warning_rule (id, owner_id, rule, enabled, created_at, updated_at)
      values ('rule ' || $1::text, $1, '{"conditions":[]}', true, now(), now()) returning id)
      update warning set rule_id = made.id from made where warning.id in (select warning_id from incident_member where incident_id = $2)`,
    [amina, incident],
  );
  for (const [index, person] of [amina, kofi, staff].entries())
    await bench.channel(person, { kind: "sms", phone: `+25470000000${index}` }, { timing: "steps" });
  const phones = () => sms.asked.map(({ body }) => (JSON.parse(body.toString()) as { to: string }).to.slice(-1));
  await bench.news(incident, "raised");
  await bench.run();
  expect(phones()).toEqual([]);
  bench.clock.advance(15 * minuteMs);
  await bench.news(incident, "escalation", "warning", { step: 1 });
  await bench.run();
  expect(phones()).toEqual(["0"]);
  bench.clock.advance(30 * minuteMs);
  await bench.news(incident, "escalation", "warning", { step: 2 });
  await bench.set(incident, "acknowledged");
  await bench.run();
  expect(phones()).toEqual(["0"]);
  await bench.set(incident, "open");
  await bench.news(incident, "escalation", "warning", { step: 2 });
  await bench.run();
  expect(phones()).toEqual(["0", "2"]);
  bench.clock.advance(hourMs);
  await bench.end(incident);
  await bench.run();
  expect(phones().toSorted()).toEqual(["0", "0", "2", "2"]);
});

test("at night only what is critical is told, its end too, and what else is over in the night is told in the morning, muted or not", async () => {
  // 20:30 in Nairobi.
  const bench = benchOf(database, {}, Date.UTC(2026, 10, 20, 17, 30));
  const service = await aService();
  const amina = await bench.person("Amina");
  const [gao, mopti] = [await bench.container("Gao", amina), await bench.container("Mopti", amina)];
  const [early, mild, grave] = [
    await bench.incident([gao]),
    await bench.incident([gao]),
    await bench.incident([mopti], "critical"),
  ];
  const hours = { from: "07:00", to: "21:00", zoneName: "Africa/Nairobi", exceptCritical: true };
  await bench.channel(amina, webhookTo(service), { hours });
  await bench.news(early, "raised");
  await bench.run();
  bench.clock.advance(hourMs);
  await bench.news(mild, "raised");
  await bench.news(grave, "raised", "critical");
  await bench.run();
  expect(await bench.fates(mild)).toEqual(["raised suppressed off_hours"]);
  expect(await bench.fates(grave)).toEqual(["raised sent"]);
  await bench.pool.query(
    "insert into incident_mute (incident_id, user_id, until) select unnest($1::text[]), $2, $3::timestamptz",
    [[early, grave], amina, new Date(bench.clock.now() + 24 * hourMs)],
  );
  bench.clock.advance(hourMs);
  await bench.end(early);
  await bench.end(grave);
  await bench.run();
  const texts = () => bodies(service).map(({ text }) => text);
  expect(texts()).toEqual(["Warning: Charge low, Gao", "Critical: Charge low, Mopti", "Over: Charge low, Mopti"]);
  bench.clock.advance(9 * hourMs);
  await bench.run();
  expect(texts().slice(3)).toEqual(["Over: Charge low, Gao"]);
});

test("what a person muted, what began during works and what they see no more is not told, and the log says why", async () => {
  const bench = benchOf(database);
  const service = await aService({ status: 500, body: "" });
  const [amina, kofi, musa] = [await bench.person("Amina"), await bench.person("Kofi"), await bench.person("Musa")];
  const [gao, mopti] = [await bench.container("Gao", amina, kofi), await bench.container("Mopti", musa)];
  const incident = await bench.incident([gao, mopti]);
  for (const person of [amina, kofi, musa]) await bench.channel(person, webhookTo(service, `/${person}`));
  await bench.pool.query("insert into incident_mute (incident_id, user_id, until) values ($1, $2, $3)", [
    incident,
    amina,
    new Date(bench.clock.now() + hourMs),
  ]);
  await bench.pool.query(
    "update incident_member set is_quiet = true from warning w where w.id = warning_id and w.container_id = $1",
    [mopti],
  );
  await bench.news(incident, "raised");
  await bench.run();
  await bench.db.deleteFrom("containerUser").where("userId", "=", kofi).execute();
  service.answer = { body: "ok" };
  bench.clock.advance(hourMs);
  await bench.run();
  const { rows } = await bench.pool.query(
    "select u.first_name || ' ' || d.reason as fate from delivery d join app_user u on u.id = d.user_id where d.incident_id = $1 order by 1",
    [incident],
  );
  expect(rows.map(({ fate }: { fate: string }) => fate)).toEqual(["Amina muted", "Kofi out_of_scope", "Musa works"]);
  expect(service.asked.map(({ path }) => path)).toEqual([`/${kofi}`]);
});

test("each person is told only of the containers that they see", async () => {
  const bench = benchOf(database);
  const service = await aService();
  const [amina, boss] = [await bench.person("Amina"), await bench.person("Ada", "offgrid_staff")];
  const incident = await bench.incident([
    await bench.container("Gao", amina, boss),
    await bench.container("Mopti", boss),
    await bench.container("Kidal", boss),
    await bench.container("Taoudenni", boss),
    await bench.container("Araouane", boss),
  ]);
  await bench.channel(amina, webhookTo(service, "/amina"));
  await bench.channel(boss, webhookTo(service, "/boss"));
  await bench.news(incident, "raised");
  await bench.run();
  const textAt = (path: string) =>
    bodies({ ...service, asked: service.asked.filter((one) => one.path === path) })[0]?.text;
  expect(textAt("/amina")).toBe("Warning: Charge low, Gao");
  expect(textAt("/boss")).toMatch(/^Warning: Charge low, \w+, \w+, \w+ and 2 more$/);
});

test("how grave a message is, whom it reaches and whether somebody looks after it is what its person sees of the incident", async () => {
  const bench = benchOf(database);
  const service = await aService();
  const [amina, kofi, boss] = [
    await bench.person("Amina"),
    await bench.person("Kofi"),
    await bench.person("Ada", "offgrid_staff"),
  ];
  const [gao, mopti] = [await bench.container("Gao", amina, kofi, boss), await bench.container("Mopti", boss)];
  const incident = await bench.incident([gao, mopti], "critical");
  const setAt = (containerId: string, what: string) =>
    bench.pool.query(`update warning set ${what} where container_id = $1`, [containerId]);
  await setAt(gao, "severity = 'info'");
  for (const [person, severity] of [
    [amina, "info"],
    [kofi, "critical"],
    [boss, "critical"],
  ] as const)
    await bench.channel(person, webhookTo(service, `/${person}`), { severity });
  await bench.news(incident, "raised", "critical");
  await bench.run();
  const said = () =>
    service.asked
      .splice(0)
      .map(({ path, body }) => [path.slice(1), (JSON.parse(body.toString()) as Body).text.split(":")[0]])
      .toSorted((a, b) => Number(a[0] === boss) - Number(b[0] === boss));
  expect(said()).toEqual([
    [amina, "Notice"],
    [boss, "Critical"],
  ]);

  await setAt(gao, "acknowledged_until = '2027-01-01'");
  bench.clock.advance(hourMs);
  await bench.news(incident, "reminder", "critical");
  await bench.run();
  expect(said().map(([person]) => person)).toEqual([boss]);

  bench.clock.advance(hourMs);
  await bench.end(incident);
  await bench.run();
  expect(said().map(([person]) => person)).toEqual([amina, boss]);
  const { rows } = await bench.pool.query(
    "select distinct user_id, severity from delivery where incident_id = $1 order by severity",
    [incident],
  );
  expect(rows).toEqual([
    { user_id: boss, severity: "critical" },
    { user_id: amina, severity: "info" },
  ]);
});

test("what would have warned while a container was dark is told once, to whom it concerns and who sees it still", async () => {
  const bench = benchOf(database);
  const service = await aService();
  const [amina, kofi, musa] = [await bench.person("Amina"), await bench.person("Kofi"), await bench.person("Musa")];
  const gao = await bench.container("Gao", amina, kofi);
  for (const person of [amina, kofi, musa]) await bench.channel(person, webhookTo(service, `/${person}`));
  const data = {
    fromMs: bench.clock.now() - 8 * hourMs,
    toMs: bench.clock.now() - hourMs,
    zoneName: "UTC",
    items: [{ content: "Charge low", lastedMs: hourMs }],
    more: 0,
  };
  const event = { ts: bench.clock.now(), level: "warning" as const, data };
  await addDarkNews(bench.db, { id: `dark ${gao}`, containerId: gao, event, only: [amina, musa] });
  await bench.run();
  await bench.run();
  expect(service.asked.map(({ path }) => path)).toEqual([`/${amina}`]);
  expect(bodies(service)[0]).toMatchObject({
    text: "While Gao was dark",
    items: [
      {
        kind: "while_dark",
        incidentId: null,
        dark: { containerName: "Gao", from: new Date(data.fromMs).toISOString() },
      },
    ],
  });
});

test("what waited of an incident that became part of a known one does not begin that again: its change says first what is new", async () => {
  const bench = benchOf(database);
  const service = await aService();
  const amina = await bench.person("Amina");
  const known = await bench.incident([await bench.container("Gao", amina)], "critical");
  await bench.channel(amina, webhookTo(service));
  await bench.news(known, "raised", "critical");
  await bench.run();
  bench.clock.advance(minuteMs);
  const kayes = await bench.container("Kayes", amina);
  const other = await bench.incident([kayes]);
  await bench.pool.query("update warning set content = 'Door open' where container_id = $1", [kayes]);
  await bench.news(other, "raised");
  await bench.run();
  expect(await bench.fates(other)).toEqual(["raised queued"]);
  await bench.pool.query("update incident_member set incident_id = $2, joined_at = $3 where incident_id = $1", [
    other,
    known,
    new Date(bench.clock.now()),
  ]);
  await bench.pool.query("update incident set merged_into = $2, state = 'resolved' where id = $1", [other, known]);
  await bench.set(known, "acknowledged");
  bench.clock.advance(6 * minuteMs);
  await bench.run();
  expect(await bench.fates(known)).toEqual(["raised sent", "raised suppressed duplicate"]);
  expect(bodies(service).map(({ text }) => text)).toEqual(["Critical: Charge low, Gao"]);
  // Where nobody looks after it, its change is told.
  await bench.set(known, "open");
  await bench.news(known, "changed", "critical");
  await bench.run();
  const [, changed] = bodies(service);
  expect(changed).toMatchObject({
    text: "Warning: Door open and 1 more warning, Kayes, Gao",
    items: [{ kind: "changed", severity: "warning" }],
  });
});

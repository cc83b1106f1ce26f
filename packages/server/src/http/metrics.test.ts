import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";

import { registerContainer } from "../features/containers/registration.ts";
import { testCertificate } from "../testing/test-certificate.ts";
import { startTestPortal } from "../testing/test-portal.ts";
import { metricHelp } from "./metric-help.ts";
import { metricsText } from "./metrics-text.ts";

const monitoring = join(import.meta.dirname, "../../../../docs/monitoring");
const token = "a-token-that-only-the-monitoring-knows";

async function portalWithEverything() {
  const portal = await startTestPortal(
    {
      mqttTls: testCertificate,
      mailIn: { domain: "tickets.example.org", port: 0, host: "127.0.0.1" },
      metricsToken: token,
    },
    { readDisk: async () => ({ sizeBytes: 2 ** 40, freeBytes: 2 ** 39 }) },
  );
  onTestFinished(() => portal.stop());
  await portal.database.pool.query(
    "insert into backup_state (what, done_at, file, bytes) values ('backup', now() - interval '1 hour', 'a', 7)",
  );
  const read = async (headers: Record<string, string> = {}) => {
    const answer = await fetch(`http://127.0.0.1:${portal.port}/metrics`, { headers });
    return { status: answer.status, text: await answer.text() };
  };
  return { portal, read };
}

/** Families by name, as the text format has them. @throws Error for a line that is none of its kinds or out of place. */
function familiesOf(text: string) {
  const families = new Map<string, { help: string; type: string; samples: Map<string, number> }>();
  let help: [name: string, text: string] | undefined;
  let current: string | undefined;
  for (const line of text.split("\n").filter(Boolean)) {
    const [, helpOf, words] = /^# HELP (\w+) (.+)$/.exec(line) ?? [];
    const [, typeOf, type] = /^# TYPE (\w+) (counter|gauge|histogram)$/.exec(line) ?? [];
    const [, sample = "", labels = "", value] =
      /^(\w+)(\{(?:\w+="[^"\\]*",?)+\})? (-?[\d.]+(?:e[+-]?\d+)?)$/.exec(line) ?? [];
    if (helpOf !== undefined && words !== undefined) help = [helpOf, words];
    else if (typeOf !== undefined && type !== undefined) {
      if (help?.[0] !== typeOf || families.has(typeOf))
        throw new Error(`no HELP right before, or a second time: ${line}`);
      families.set(typeOf, { help: help[1], type, samples: new Map() });
      current = typeOf;
    } else {
      const family = current === undefined ? undefined : families.get(current);
      const base = family?.type === "histogram" ? sample.replace(/_(bucket|sum|count)$/, "") : sample;
      if (!family || base !== current || family.samples.has(sample + labels)) throw new Error(`out of place: ${line}`);
      family.samples.set(sample + labels, Number(value));
    }
  }
  return families;
}

test("every figure of a portal with all its parts has its meaning and type, and stands with its like once", async () => {
  const { portal, read } = await portalWithEverything();
  await fetch(`${portal.api}/loginOptions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  });
  const families = familiesOf((await read()).text);
  for (const [name, { type }] of families) {
    expect(metricHelp[name.replace(/^offgrid_/, "")], name).toBeDefined();
    if (type !== "histogram") expect(type, name).toBe(name.endsWith("_total") ? "counter" : "gauge");
  }
  expect([...families.keys()].map((name) => name.replace(/^offgrid_/, "")).toSorted()).toEqual(
    Object.keys(metricHelp).toSorted(),
  );
  expect(
    families.get("offgrid_calls_total")?.samples.get('offgrid_calls_total{call="loginOptions",outcome="ok"}'),
  ).toBe(1);
});

test("the fleet is counted: containers by their link, warnings, commands and mails that wait, and 0 where there are none", async () => {
  const { portal, read } = await portalWithEverything();
  const { db, pool } = portal.database;
  for (const name of ["Gao", "Mopti", "Kidal", "Araouane"])
    await registerContainer(db, { name, serialNumber: name, users: [] });
  await pool.query(
    `insert into container_latest (container_id, linked, last_contact_at) values ('gao', true, now()), ('mopti', false, now()),
       ('kidal', false, now() - interval '1 day')
     on conflict (container_id) do update set linked = excluded.linked, last_contact_at = excluded.last_contact_at`,
  );
  const families = familiesOf((await read()).text);
  const samples = (name: string) => Object.fromEntries(families.get(name)?.samples ?? []);
  expect(samples("offgrid_containers")).toEqual({
    'offgrid_containers{status="online"}': 1,
    'offgrid_containers{status="just_offline"}': 1,
    'offgrid_containers{status="offline"}': 1,
    'offgrid_containers{status="never"}': 1,
  });
  expect(samples("offgrid_warnings_open")).toEqual({
    'offgrid_warnings_open{severity="info"}': 0,
    'offgrid_warnings_open{severity="warning"}': 0,
    'offgrid_warnings_open{severity="critical"}': 0,
  });
  expect(samples("offgrid_mails_waiting")).toEqual({ offgrid_mails_waiting: 0 });
  expect(samples("offgrid_backup_bytes")).toEqual({ offgrid_backup_bytes: 7 });
  // What was never tried has no age.
  expect(Object.keys(samples("offgrid_backup_age_seconds"))).toEqual(['offgrid_backup_age_seconds{what="backup"}']);
  expect(samples("offgrid_backup_failing")).toEqual({
    'offgrid_backup_failing{what="backup"}': 0,
    'offgrid_backup_failing{what="trial"}': 0,
  });
  expect(samples("offgrid_database_up")).toEqual({ offgrid_database_up: 1 });
});

test("from elsewhere, as through a proxy, the figures are read with their token alone", async () => {
  const { read } = await portalWithEverything();
  const forwarded = { "x-forwarded-for": "203.0.113.9" };
  expect(await read(forwarded)).toMatchObject({ text: expect.not.stringContaining("offgrid_") });
  expect((await read({ ...forwarded, authorization: `Bearer ${token}x` })).status).toBe(401);
  for (const authorization of ["", "Bearer ", `Bearer ${token}x`, token, `bearer ${token}`, `Basic ${token}`])
    expect((await read({ ...forwarded, authorization })).text, authorization).not.toContain("offgrid_");
  expect((await read({ ...forwarded, authorization: `Bearer ${token}` })).text).toContain("offgrid_containers{");
});

test("the rules for alarms and the dashboard name only figures that there are, each rule with what to do", () => {
  const known = new Set(
    Object.keys(metricHelp).flatMap((name) => [name, `${name}_bucket`, `${name}_sum`, `${name}_count`]),
  );
  const { groups } = parse(readFileSync(join(monitoring, "alerts.yaml"), "utf8")) as {
    groups: { rules: { alert: string; expr: string; annotations: Record<string, string> }[] }[];
  };
  const rules = groups.flatMap((group) => group.rules);
  expect(rules.length).toBeGreaterThan(10);
  for (const { alert, annotations } of rules)
    expect([alert, Object.keys(annotations)]).toEqual([alert, ["summary", "remedy"]]);
  const dashboard = JSON.parse(readFileSync(join(monitoring, "dashboard.json"), "utf8")) as {
    panels: { title: string; targets: { expr: string }[] }[];
  };
  const said = [
    ...rules.map(({ alert, expr }) => [alert, expr] as const),
    ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
  ];
  for (const [title, expr] of said) {
    const named = [...expr.matchAll(/offgrid_(\w+)/g)].map(([, name = ""]) => name);
    expect(named.length > 0 || expr.startsWith("up{"), title).toBe(true);
    for (const name of named) expect([title, name, known.has(name)]).toEqual([title, name, true]);
  }
});

test("figures of one name with several labels stand below one head", () => {
  expect(metricsText({ 'jobs_done_total{kind="a"}': 1, jobs_running: 2, 'jobs_done_total{kind="b"}': 3 })).toBe(
    [
      "# HELP offgrid_jobs_done_total Pieces of background work that were done, by kind.",
      "# TYPE offgrid_jobs_done_total counter",
      'offgrid_jobs_done_total{kind="a"} 1',
      'offgrid_jobs_done_total{kind="b"} 3',
      "# HELP offgrid_jobs_running Pieces of background work that run.",
      "# TYPE offgrid_jobs_running gauge",
      "offgrid_jobs_running 2",
    ].join("\n"),
  );
});

import { writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";

import { type DoctorLook } from "@offgrid/contract/doctor/doctor.schema";
import { beforeAll, expect, test } from "vitest";

import { openSecretBox } from "../core/secret-box.ts";
import { type Actor, cast, thePortal } from "../testing/cast.ts";

let people: Record<"ada" | "gil", Actor>;
beforeAll(async () => {
  await thePortal({ config: { misspelt: [{ name: "PUBLIC_ULR", meant: "PUBLIC_URL" }] } });
  people = await cast({ ada: { role: "super_admin" }, gil: { role: "offgrid_staff" } });
});

const look = async () => (await people.ada.call("doctorRun", {})).data;
const wrong = ({ findings }: DoctorLook) =>
  findings.filter(({ level }) => level === "fault").map(({ code, values }) => ({ code, values }));

test("a running portal is looked at from inside: what is wrong has a code with its values, and its own ports are no fault", async () => {
  const seen = await look();
  expect(seen).toMatchObject({ machine: hostname(), roles: expect.arrayContaining(["api"]) });
  expect(wrong(seen)).toEqual([{ code: "variable_misspelt", values: { name: "PUBLIC_ULR", meant: "PUBLIC_URL" } }]);
  const codes = seen.findings.map(({ code }) => code);
  expect(codes).toEqual(expect.arrayContaining(["database_answers", "schema_fits", "rights_whole", "clocks_agree"]));
  // As the portal of a test is set: no backups, and mails in files.
  expect(codes).toEqual(expect.arrayContaining(["backups_off", "mail_unset"]));
});

test("what goes wrong while the portal runs is found by the next look, and gone once it was put right", async () => {
  const { config, database } = await thePortal();
  const file = join(config.dataDir, "portal.key");
  const { fingerprint } = openSecretBox(config.dataDir);
  await database.pool.query(
    "insert into portal_setting (name, value) values ('key', to_jsonb($1::text)) on conflict (name) do update set value = excluded.value",
    [fingerprint],
  );
  await database.pool.query("update schema_migration set checksum = checksum || 'x' where version = 1");
  writeFileSync(file, "no key", { mode: 0o600 });
  expect(wrong(await look())).toEqual(
    expect.arrayContaining([
      { code: "schema_differs", values: { step: expect.stringMatching(/^0001/) } },
      { code: "key_broken", values: { file } },
    ]),
  );
  await database.pool.query("update schema_migration set checksum = left(checksum, -1) where version = 1");
  expect(wrong(await look()).map(({ code }) => code)).not.toContain("schema_differs");
});

test("whoever may not change settings of the portal learns nothing of its installation", async () => {
  await expect(people.gil.call("doctorRun", {})).refusesWith("forbidden");
});

import { expect, test } from "vitest";

import { aStranger, cast, thePortal } from "../../testing/cast.ts";
import { testClock } from "../../testing/test-clock.ts";

const clock = testClock();
void thePortal({ clock, config: { publicUrl: "https://portal.example.org" } });

const password = "lanterns over the dunes";
const hour = 3_600_000;
const person = {
  firstName: "Awa",
  lastName: "Diallo",
  role: "customer_staff",
  containers: [],
  language: "en" as const,
};

let count = 0;
const fresh = () => `mailed-${(count += 1)}@example.org`;

/** How many mails of this kind were written, whoever they are to. */
async function written(kind: string): Promise<number> {
  const { db } = (await thePortal()).database;
  const { total } = await db
    .selectFrom("outbox")
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .where("key", "like", `${kind} %`)
    .executeTakeFirstOrThrow();
  return total;
}

function tally(codes: (string | undefined)[]): Record<string, number> {
  const counted: Record<string, number> = {};
  for (const code of codes) counted[code ?? "ok"] = (counted[code ?? "ok"] ?? 0) + 1;
  return counted;
}

test("one person can have a hundred invitations an hour sent, however many they ask for at once", async () => {
  const { amina } = await cast({ amina: { role: "user", password } });
  const before = await written("invite");
  const answers = await Promise.all(
    Array.from({ length: 60 }, () => amina.post("createNewUser", { ...person, email: fresh() })),
  );
  // Within one second other limits would refuse.
  clock.advance(1_000);
  for (let more = 0; more < 50; more++) answers.push(await amina.post("createNewUser", { ...person, email: fresh() }));
  expect(tally(answers.map(({ code }) => code))).toEqual({ ok: 100, too_many: 10 });
  expect((await written("invite")) - before).toBe(100);
  const email = fresh();
  const refused = await amina.post("createNewUser", { ...person, email }, { "accept-language": "fr" });
  expect(refused).toMatchObject({ status: 429, code: "too_many" });
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(60);
  // Nobody was added by what was refused.
  const { db } = (await thePortal()).database;
  expect(await db.selectFrom("appUser").select("id").where("email", "=", email).execute()).toEqual([]);
  clock.advance(hour);
  await amina.call("confirmPassword", { password });
  await amina.call("createNewUser", { ...person, email });
});

test("an address set to and fro has five mails and five notices an hour sent, then it stays as it is", async () => {
  const { amina } = await cast({ amina: { role: "user", password } });
  const before = [await written("verify"), await written("changed")];
  const [one, two] = [fresh(), fresh()];
  const codes: (string | undefined)[] = [];
  for (let turn = 0; turn < 14; turn++) {
    clock.advance(1);
    codes.push((await amina.post("saveUserAccount", { email: turn % 2 ? one : two })).code);
  }
  expect(tally(codes)).toEqual({ ok: 5, too_many: 9 });
  expect([await written("verify"), await written("changed")]).toEqual(before.map((total) => total + 5));
});

test("the five mails an hour of an address are counted together, whichever call asks for them", async () => {
  const { amina, kofi, boss } = await cast({
    amina: { role: "user" },
    kofi: { role: "user" },
    boss: { role: "admin" },
  });
  const stranger = await aStranger();
  const target = fresh();
  await stranger.call("forgotPassword", { email: target });
  await stranger.call("sendVerifyUser", { email: target });
  for (const by of [amina, kofi]) await by.call("saveUserAccount", { email: target });
  await boss.call("saveUserAccount", { userId: kofi.userId, email: target });
  await expect(amina.call("saveUserAccount", { email: target })).refusesWith("too_many");
  await expect(boss.call("createNewUser", { ...person, email: target })).refusesWith("too_many");
  // A stranger does not learn of it, nor can they keep anyone from changing their own address.
  await stranger.call("forgotPassword", { email: target });
  for (let turn = 0; turn < 6; turn++) await stranger.call("forgotPassword", { email: amina.email });
  await amina.call("saveUserAccount", { email: fresh() });
});

test.each(["\r\nBcc: x@example.org", "\u0001=HYPERLINK(1)", "line\nbreak", "a\u2028b", "a\u202Eb"])(
  "a name of more than one line, or with signs that nobody sees, is refused: %j",
  async (tail) => {
    const { boss } = await cast({ boss: { role: "super_admin" } });
    const name = `Awa${tail}x`;
    const tried: [name: string, input: object, field: string][] = [
      ["saveUserAccount", { firstName: name }, "firstName"],
      ["saveUserAccount", { lastName: name }, "lastName"],
      ["createNewUser", { ...person, email: fresh(), lastName: name }, "lastName"],
      ["auth/local/register", { email: fresh(), password, firstName: name, lastName: "Diallo" }, "firstName"],
      ["registerNewContainer", { name, serialNumber: fresh() }, "name"],
      ["registerNewContainer", { name: "Gao", serialNumber: name }, "serialNumber"],
      ["clusterSave", { name }, "name"],
      ["roleSave", { id: "user", label: name }, "label"],
      ["saveUserSetting", { views: [{ name, search: {} }] }, "views.0.name"],
    ];
    for (const [call, input, field] of tried) {
      const { code, body } = await boss.post(call, input);
      expect([call, code, Object.keys(body["fields"] ?? {})]).toEqual([call, "bad_input", [field]]);
    }
  },
);

test("names in any script are accepted", async () => {
  const { amina } = await cast({ amina: { role: "user" } });
  for (const firstName of ["Zoé", "Nguyễn", "أمينة", "मीना", "می‌نا", "O’Brien 👩‍🔧"]) {
    expect((await amina.call("saveUserAccount", { firstName })).data.firstName).toBe(firstName);
  }
});

import { beforeAll, expect, test } from "vitest";

import { cast, thePortal } from "../../testing/cast.ts";
import { testClock } from "../../testing/test-clock.ts";
import { ask, say, textsOf } from "./tickets.fixture.ts";

const clock = testClock(Date.parse("2026-01-05T08:00:00Z"));
const dayMs = 86_400_000;

beforeAll(async () => void (await thePortal({ clock })));

const people = (containerId: string) =>
  cast({
    amina: { role: "user", containers: [containerId] },
    salif: { role: "offgrid_staff", containers: [containerId] },
    kofi: { role: "offgrid_staff", containers: ["fogo"] },
  });

test("whoever handles a ticket says as they close it what was wrong, which customers are not told, with last words that they are", async () => {
  const { amina, salif } = await people("gao");
  const { id, slug } = await ask(amina, { containerId: "gao" });
  const end = { id, status: "Closed", reason: "solved", cause: "wiring", lastWords: "A loose wire." } as const;
  await expect(amina.call("ticketUpdate", { id, status: "Closed", cause: "wiring" })).refusesWith("forbidden");
  await expect(amina.call("ticketUpdate", { id, status: "Closed", lastWords: "Bye" })).refusesWith("forbidden");
  await expect(salif.call("ticketUpdate", { ...end, lastWords: "At {container} it is well." })).refusesWith(
    "bad_input",
  );
  await expect(salif.call("ticketUpdate", { id, cause: "wiring" })).refusesWith("ticket_move");
  expect(await textsOf(amina, id)).toEqual(["The lamps are dark."]);
  expect((await salif.call("ticketUpdate", end)).data).toMatchObject({ status: "Closed", closeCause: "wiring" });
  expect(await textsOf(amina, id)).toEqual(["The lamps are dark.", "A loose wire."]);
  expect((await amina.call("ticketGet", { id })).data.ticket).toMatchObject({
    closeReason: "solved",
    closeCause: null,
  });
  const linesOf = async (person: typeof amina) =>
    (await person.call("getTicketHistory", { id })).data.map(({ field, to }) => [field, to]);
  const closed = [
    ["status", "Closed"],
    ["closeReason", "solved"],
  ];
  expect(await linesOf(amina)).toEqual(closed);
  expect(await linesOf(salif)).toEqual([...closed, ["closeCause", "wiring"]]);
  await say(amina, slug, "It is dark again.");
  expect((await salif.call("ticketGet", { id })).data.ticket).toMatchObject({ status: "Unassigned", closeCause: null });
});

test("what is solved has a cause, which those who handle tickets are asked for by its field, and its author is not", async () => {
  const { amina, salif } = await people("gao");
  const { id } = await ask(amina, { containerId: "gao" });
  for (const reason of [undefined, "solved"] as const)
    expect(await salif.post("ticketUpdate", { id, status: "Closed", ...(reason && { reason }) })).toMatchObject({
      status: 400,
      body: { code: "bad_input", fields: { cause: "Say what was wrong." } },
    });
  expect((await salif.call("ticketUpdate", { id, status: "Closed", reason: "withdrawn" })).data.closeCause).toBeNull();
  await salif.call("ticketUpdate", { id, status: "Open", agent: salif.userId });
  expect((await amina.call("ticketUpdate", { id, status: "Closed", reason: "solved" })).data.status).toBe("Closed");
});

test("a duplicate is one of another ticket that its closer sees, and never by any way of itself; both lead to each other", async () => {
  const { amina, salif, kofi } = await people("gao");
  const [first, second, third] = [
    await ask(amina, { containerId: "gao", subject: "No light" }),
    await ask(amina, { containerId: "gao", subject: "Still dark" }),
    await ask(amina, { containerId: "gao", subject: "Dark lamps" }),
  ];
  const foreign = await ask(kofi, { containerId: "fogo" });
  const close = (id: string, duplicateOf?: string) =>
    salif.call("ticketUpdate", { id, status: "Closed", reason: "duplicate", ...(duplicateOf && { duplicateOf }) });
  for (const other of [undefined, first.slug, foreign.slug, "t-999999"])
    await expect(close(first.id, other)).refusesWith("bad_input");
  await expect(
    salif.call("ticketUpdate", { id: first.id, status: "Closed", reason: "solved", duplicateOf: second.slug }),
  ).refusesWith("bad_input");
  expect((await close(second.id, first.slug)).data).toMatchObject({ status: "Closed", duplicateOf: first.slug });
  await close(third.id, second.slug);
  await expect(close(first.id, third.slug)).refusesWith("bad_input");
  const look = async (id: string) => (await amina.call("ticketGet", { id })).data;
  expect(await look(second.id)).toMatchObject({
    duplicateOf: { slug: first.slug, subject: "No light" },
    duplicates: [{ slug: third.slug, subject: "Dark lamps" }],
  });
  expect(await look(first.id)).toMatchObject({ duplicateOf: null, duplicates: [{ slug: second.slug }] });
  const lines = (await amina.call("getTicketHistory", { id: second.id })).data;
  expect(lines.at(-1)).toMatchObject({ field: "duplicateOf", from: null, to: first.slug });
  await amina.call("ticketUpdate", { id: second.id, status: "Open" });
  expect(await look(first.id)).toMatchObject({ duplicates: [] });
  // The way round is open now.
  expect((await close(first.id, third.slug)).data).toMatchObject({ duplicateOf: third.slug });
});

test("of two tickets that are made duplicates of each other at once, one is", async () => {
  const { amina, salif } = await people("gao");
  const [one, other] = [await ask(amina, { containerId: "gao" }), await ask(amina, { containerId: "gao" })];
  const close = (id: string, duplicateOf: string) =>
    salif.post("ticketUpdate", { id, status: "Closed", reason: "duplicate", duplicateOf });
  const answers = await Promise.all([close(one.id, other.slug), close(other.id, one.slug)]);
  expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 400]));
});

test("causes are counted by cluster, over tickets that were closed lately and that the reader sees, and lead to them", async () => {
  const before = await people("gossi");
  const old = await ask(before.amina, { containerId: "gossi" });
  await before.salif.call("ticketUpdate", { id: old.id, status: "Closed", cause: "weather" });
  clock.advance(91 * dayMs);
  const { amina, salif, kofi, boss } = await cast({
    amina: { role: "user", containers: ["gossi"] },
    salif: { role: "offgrid_staff", containers: ["gossi"] },
    kofi: { role: "offgrid_staff", containers: ["fogo"] },
    boss: { role: "super_admin" },
  });
  await boss.call("clusterSave", { name: "Sahel", containers: ["gossi"] });
  const end = async (given: object, containerId?: string) => {
    const { id } = await ask(containerId === undefined ? salif : amina, { ...(containerId && { containerId }) });
    await salif.call("ticketUpdate", { id, status: "Closed", ...given });
    return id;
  };
  const first = await end({ cause: "wiring" }, "gossi");
  const second = await end({ cause: "wiring" }, "gossi");
  await end({ reason: "no_answer" }, "gossi");
  await end({ cause: "account" });
  await end({ reason: "duplicate", duplicateOf: first }, "gossi");
  const causes = async (person: typeof salif) =>
    (await person.call("ticketCauses", {})).data.map(({ cluster, cause, count }) => [cluster?.name, cause, count]);
  expect(await causes(salif)).toEqual([
    ["Sahel", "wiring", 2],
    ["Sahel", null, 1],
    [undefined, "account", 1],
  ]);
  expect(await causes(kofi)).toEqual([]);
  await expect(amina.call("ticketCauses", {})).refusesWith("forbidden");
  await expect(amina.call("ticketGetList", { cause: "wiring" })).refusesWith("forbidden");
  const [{ cluster } = { cluster: null }] = (await salif.call("ticketCauses", {})).data;
  const listed = async (query: object) =>
    (await salif.call("ticketGetList", { closedDays: 90, ...query })).data.map(({ id }) => id);
  expect((await listed({ cause: "wiring", clusterId: cluster?.id })).toSorted()).toEqual([first, second].toSorted());
  expect(await listed({ cause: null, clusterId: cluster?.id })).toHaveLength(1);
  expect(await listed({ cause: "weather" })).toEqual([]);
  expect(await listed({ cause: "account", clusterId: null })).toHaveLength(1);
});

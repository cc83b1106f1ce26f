import { ticketTextLimits } from "@offgrid/contract/tickets/ticket-texts";
import { expect, test } from "vitest";

import { cast, thePortal } from "../../testing/cast.ts";
import { ask, say } from "./tickets.fixture.ts";

const people = () =>
  cast({
    amina: { role: "user", containers: ["gao"] },
    salif: { role: "offgrid_staff", containers: ["gao"] },
    dede: { role: "offgrid_staff", containers: ["gao"] },
    ada: { role: "super_admin" },
  });

const text = { category: null, language: "en", title: "Power is back", text: "{container} has power again." } as const;

test("texts are kept by those who handle tickets, for all of them, and each change is in the log", async () => {
  const { amina, salif, dede, ada } = await people();
  for (const name of ["ticketTextList", "ticketTextSave", "ticketTextDelete"])
    expect((await amina.post(name, name === "ticketTextList" ? {} : { ...text, id: "none" })).status).not.toBe(200);
  const { data } = await salif.call("ticketTextSave", text);
  expect((await dede.call("ticketTextList", {})).data).toContainEqual(data);
  const changed = {
    ...data,
    category: "technical_support",
    language: "fr",
    text: "{container} a du courant.",
  } as const;
  expect((await dede.call("ticketTextSave", changed)).data).toEqual(changed);
  expect((await salif.call("ticketTextList", {})).data).toContainEqual(changed);
  await salif.call("ticketTextDelete", { id: data.id });
  await expect(salif.call("ticketTextDelete", { id: data.id })).refusesWith("not_found");
  await expect(salif.call("ticketTextSave", changed)).refusesWith("not_found");
  const { data: lines } = await ada.call("auditList", { pageSize: 200 });
  const noted = lines.filter(({ target, result }) => target === data.id && result === "ok").toReversed();
  expect(noted.map(({ action, before, after }) => [action, before, after])).toMatchObject([
    ["ticketTextSave", null, { text: text.text }],
    ["ticketTextSave", { text: text.text }, { text: changed.text }],
    ["ticketTextDelete", { text: changed.text }, null],
  ]);
});

test("there are only so many texts", async () => {
  const { salif } = await people();
  const { database } = await thePortal();
  await database.pool.query(
    `insert into ticket_text (id, language, title, text, changed_at)
     select 'many-' || n, 'en', 'Text ' || n, 'Text', now() from generate_series(1, $1) n`,
    [ticketTextLimits.most],
  );
  await expect(salif.call("ticketTextSave", text)).refusesWith("bad_input");
  await salif.call("ticketTextDelete", { id: "many-1" });
  await database.pool.query("delete from ticket_text where id = 'many-2'");
  await salif.call("ticketTextSave", text);
});

test("what a handler sends to a customer has no place that is still to be filled; a note may", async () => {
  const { amina, salif } = await people();
  const { id } = await ask(amina, { containerId: "gao" });
  const open = "Gao has {value} left.";
  for (const text of [open, "Gao has {banana} left.", "::Who looks"])
    await expect(say(salif, id, text), text).refusesWith("bad_input");
  const note = await say(salif, id, open, { isInternal: true });
  expect(note.data.text).toBe(open);
  const { data } = await say(salif, id, "Gao has 12 % left.");
  await expect(salif.call("updateTicketChat", { id, messageId: data.id, text: open })).refusesWith("bad_input");
  // What a customer writes is their own.
  expect((await say(amina, id, open)).data.text).toBe(open);
});

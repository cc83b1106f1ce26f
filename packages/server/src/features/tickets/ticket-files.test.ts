import { randomUUID } from "node:crypto";

import { ticketFileLimits } from "@offgrid/contract/tickets/ticket-files";
import { beforeAll, expect, test, vi } from "vitest";

import { type Actor, cast, thePortal } from "../../testing/cast.ts";
import { testClock } from "../../testing/test-clock.ts";
import { keepFile } from "./ticket-files.store.ts";
import { ask, bring, say } from "./tickets.fixture.ts";

const clock = testClock(Date.parse("2026-01-05T08:00:00Z"));

beforeAll(async () => void (await thePortal({ clock })));

const people = () =>
  cast({
    amina: { role: "user", containers: ["gao"] },
    brahim: { role: "customer_staff", containers: ["gao"] },
    salif: { role: "offgrid_staff", containers: ["gao"] },
    far: { role: "user", containers: ["timbuktu"] },
    ada: { role: "super_admin" },
  });

/** The smallest PNG: one pixel. */
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);
const pdf = Buffer.from("%PDF-1.7\n%\u00e2\u00e3\n", "latin1");

const stored = async () => {
  const { database } = await thePortal();
  const { rows } = await database.pool.query<{ name: string }>("select name from ticket_file order by name");
  return rows.map(({ name }) => name);
};
const read = (who: Actor, id: string, fileId: string) => who.post("ticketFile", { id, fileId });

test("files go with a message, and whoever sees the ticket receives them as they are, as downloads", async () => {
  const { amina, brahim, far } = await people();
  const { id } = await ask(amina, { containerId: "gao" });
  const files = [await bring(amina, "lamp.png", png), await bring(amina, "values.csv", "t;v\n1;2\n")];
  const { data } = await say(amina, id, "", { files: files.map((one) => one.id) });
  expect(data).toMatchObject({ text: "", isDeleted: false, files });
  expect(files).toMatchObject([
    { name: "lamp.png", type: "image/png", bytes: png.length },
    { name: "values.csv", type: "text/csv", bytes: 8 },
  ]);
  expect((await brahim.call("getTicketChat", { id })).data.at(-1)?.files).toEqual(files);
  const answer = await read(brahim, id, files[1]?.id ?? "");
  expect(answer.text).toBe("t;v\n1;2\n");
  expect(answer.headers.get("content-disposition")).toBe('attachment; filename="values.csv"');
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  expect(answer.headers.get("content-security-policy")).toBe("sandbox");
  expect((await read(far, id, files[1]?.id ?? "")).code).toBe("not_found");
  // Of another ticket it is nothing, though the person sees both.
  const other = await ask(amina, { containerId: "gao" });
  expect((await read(brahim, other.id, files[1]?.id ?? "")).code).toBe("not_found");
});

test("the content decides what a file is, and its name is made to say the same", async () => {
  const { amina } = await people();
  const kept = async (name: string, contents: Buffer | string) => {
    const { name: shown, type } = await bring(amina, name, contents);
    return [shown, type];
  };
  expect(await kept("report.exe", pdf)).toEqual(["report.exe.pdf", "application/pdf"]);
  expect(await kept("page.html", "<script>alert(1)</script>")).toEqual(["page.html.txt", "text/plain"]);
  expect(await kept("IMG_1.heic", png)).toEqual(["IMG_1.png", "image/png"]);
  expect(await kept("../../etc/run.LOG", "12:00 dark")).toEqual(["-..-etc-run.log", "text/plain"]);
  expect(await kept("Relevé été.csv", Buffer.from("été;1\n", "latin1"))).toEqual(["Relevé été.csv", "text/csv"]);
  expect(await kept("", Buffer.from("\ufeffdunkel", "utf16le"))).toEqual(["file.txt", "text/plain"]);
});

test.each([
  ["empty", "nothing.txt", Buffer.alloc(0), "empty"],
  ["larger than 10 MB", "log.txt", Buffer.alloc(ticketFileLimits.bytes + 1, "a"), "too_large"],
  ["a program by the name of a picture", "lamp.png", Buffer.from("MZ\u0000\u0001\u0002", "latin1"), "wrong_kind"],
  ["an archive", "all.zip", Buffer.from("PK\u0003\u0004", "latin1"), "wrong_kind"],
  ["a picture that is cut off", "lamp.png", png.subarray(0, 20), "broken"],
  [
    "a picture that says where it was taken",
    "lamp.png",
    Buffer.concat([png.subarray(0, 33), Buffer.from("\0\0\0\u0003eXIfGaoabcd", "latin1"), png.subarray(33)]),
    "notes",
  ],
])("a file that is %s is refused with the reason", async (_, name, contents, fault) => {
  const { amina } = await people();
  const given = { clientId: randomUUID(), name, file: contents.toString("base64") };
  const { code, body } = await amina.post("ticketFileUpload", given);
  expect([code, body["fields"]]).toEqual(["bad_input", { file: fault }]);
});

test("a file that is uploaded again, three times at once, is there once, and a message sent again has it once", async () => {
  const { amina } = await people();
  const { id } = await ask(amina, { containerId: "gao" });
  const upload = { clientId: "the-same-file", name: "once.txt", file: Buffer.from("once").toString("base64") };
  const answers = await Promise.all([1, 2, 3].map(async () => amina.call("ticketFileUpload", upload)));
  expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
  const files = [answers[0]?.data.id ?? ""];
  const send = { clientId: "the-same-message", files };
  const sent = await Promise.all([1, 2, 3].map(async () => say(amina, id, "Once", send)));
  expect(new Set(sent.map(({ data }) => data.id)).size).toBe(1);
  expect(sent[0]?.data.files).toMatchObject([{ name: "once.txt" }]);
  expect((await stored()).filter((name) => name === "once.txt")).toHaveLength(1);
});

test("a file goes with one message of whoever brought it, and with no other", async () => {
  const { amina, brahim } = await people();
  const { id } = await ask(amina, { containerId: "gao" });
  const { id: fileId } = await bring(amina, "mine.txt", "mine");
  const before = (await amina.call("getTicketChat", { id })).data.length;
  // Until it is sent nobody receives it.
  expect((await read(amina, id, fileId)).code).toBe("not_found");
  await expect(say(brahim, id, "Look", { files: [fileId] })).refusesWith("bad_input");
  await say(amina, id, "Look", { files: [fileId] });
  await expect(say(amina, id, "Look again", { files: [fileId] })).refusesWith("bad_input");
  for (const files of [[fileId, fileId], Array.from({ length: 6 }, () => randomUUID())])
    await expect(say(amina, id, "Look", { files })).refusesWith("bad_input");
  await expect(say(amina, id, "")).refusesWith("bad_input");
  expect((await amina.call("getTicketChat", { id })).data).toHaveLength(before + 1);
});

test("files are deleted with their message, and the log says how many there were but not which", async () => {
  const { amina, salif, ada } = await people();
  const { id } = await ask(amina, { containerId: "gao" });
  const { id: fileId } = await bring(amina, "secret-plan.txt", "plan");
  const { data } = await say(amina, id, "See", { files: [fileId] });
  await salif.call("deleteTicketChat", { id, messageId: data.id });
  expect((await amina.call("getTicketChat", { id })).data.at(-1)).toMatchObject({ isDeleted: true, files: [] });
  expect((await read(amina, id, fileId)).code).toBe("not_found");
  expect(await stored()).not.toContain("secret-plan.txt");
  const { data: lines } = await ada.call("auditList", { pageSize: 200 });
  const noted = lines.filter(({ target }) => target === id).map(({ action, after }) => [action, after]);
  expect(noted).toContainEqual(["updateTicketChat", { files: 1 }]);
  expect(noted).toContainEqual(["deleteTicketChat", { messageId: data.id, files: 1 }]);
  expect(JSON.stringify(lines)).not.toContain("secret-plan");
});

test("a file whose message is never sent goes after a day, and a person brings so much a day", async () => {
  const { amina } = await people();
  const { id } = await ask(amina, { containerId: "gao" });
  await say(amina, id, "See", { files: [(await bring(amina, "sent.txt", "sent")).id] });
  await bring(amina, "abandoned.txt", "abandoned");
  const { database } = await thePortal();
  const more = { clientId: randomUUID(), name: "more.txt", type: "text/plain", data: Buffer.from("more") };
  const viewer = { userId: amina.userId, handles: false, seesAll: false };
  const keep = (nowMs: number) => keepFile(database.db, viewer, more, nowMs, "sent abandoned".length);
  expect(await keep(clock.now())).toBeUndefined();
  expect(await stored()).not.toContain("more.txt");
  clock.advance(ticketFileLimits.keptMs + 1);
  await database.pool.query("update job set due_at = now() where kind = 'ticket-files-clear' and claim is null");
  await vi.waitFor(async () => expect(await stored()).not.toContain("abandoned.txt"), 20_000);
  expect(await stored()).toContain("sent.txt");
  // What was brought yesterday counts no more.
  expect(await keep(clock.now())).toMatchObject({ name: "more.txt", bytes: 4 });
});

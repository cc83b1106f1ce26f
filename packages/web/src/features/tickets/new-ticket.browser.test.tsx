import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../core/i18n/i18n.ts";
import { expectAccessible, expectFittingWords } from "../../testing/good-part.ts";
import { looks, type Look, render, say as sayOf } from "../../testing/render.tsx";
import { readKept } from "./kept-chat.ts";
import { keptFile } from "./kept-files.ts";
import type { TicketDraft } from "./kept-new-ticket.ts";
import { NewTicketDialog } from "./new-ticket.dialog.tsx";
import { useNewTicket } from "./use-new-ticket.ts";

const say = (key: string, values: Record<string, unknown> = {}) => sayOf(`tickets:${key}`, values);
const userId = "amina";
const initial = { containerId: undefined, priority: "high", subject: "Gao: lamps", text: "" } as const;

beforeEach(async () => {
  localStorage.clear();
  await loadTexts("tickets", "container-facts", "ui", "shared");
});

/** @param answer What becomes of each ticket that is sent; the id of the ticket, or a fault. */
async function show(answer: () => string = () => "t1", look: Look = {}) {
  const sent: TicketDraft[] = [];
  function Shown() {
    const writing = useNewTicket({ about: "gao", userId, initial });
    return (
      <NewTicketDialog
        writing={writing}
        containers={[]}
        mayTake={false}
        onCreate={async (draft) => {
          sent.push(draft);
          writing.handOver(answer());
        }}
        onClose={() => undefined}
      />
    );
  }
  await render(() => <Shown />, look);
  return { sent };
}

const what = () => page.getByLabelText(say("what"), { exact: true });
const chooser = () => page.getByLabelText(say("files.choose"), { exact: true });
const create = () => page.getByRole("button", { name: say("create"), exact: true });
const remove = (name: string) => page.getByRole("button", { name: say("files.remove", { name }), exact: true });
const table = new File(["time;W\n12:00;40\n"], "values.csv", { type: "text/csv" });

test("files go with a new ticket: what is none is refused by name, and once it is made they wait in its chat", async () => {
  const { sent } = await show();
  await what().fill("Dark");
  await chooser().upload([new File(["MZ\u0000\u0001"], "lamp.png"), table]);
  await expect.element(page.getByRole("alert")).toHaveTextContent("lamp.png");
  await expect.element(remove("values.csv")).toBeVisible();
  await create().click();
  await expect.poll(() => readKept(localStorage, "t1", userId, Date.now()).unsent.length).toBe(1);
  const [message] = readKept(localStorage, "t1", userId, Date.now()).unsent;
  expect(message?.files.map(({ name }) => name)).toEqual(["values.csv"]);
  expect(await (await keptFile(message?.files[0]?.clientId ?? ""))?.text()).toBe("time;W\n12:00;40\n");
  expect(sent).toHaveLength(1);
});

test("a ticket whose answer was lost is there again after the page was loaded anew, and sent under the same name", async () => {
  const lost = () => {
    throw new Error("lost");
  };
  const first = await show(lost);
  await what().fill("Dark");
  await chooser().upload(table);
  await expect.element(remove("values.csv")).toBeVisible();
  await create().click();
  await expect.poll(() => first.sent.length).toBe(1);
  const second = await show();
  await expect.element(what()).toHaveValue("Dark");
  await expect.element(page.getByText(say("fromBefore"))).toBeVisible();
  await create().click();
  await expect.poll(() => second.sent.length).toBe(1);
  expect(second.sent[0]?.clientId).toBe(first.sent[0]?.clientId);
  expect(readKept(localStorage, "t1", userId, Date.now()).unsent).toHaveLength(1);
});

test("what was written before is given up by a press, with its files", async () => {
  await show();
  await what().fill("Dark");
  await chooser().upload(table);
  await expect.element(remove("values.csv")).toBeVisible();
  await show();
  await page.getByRole("button", { name: say("startAfresh"), exact: true }).click();
  await expect.element(what()).toHaveValue("");
  expect(remove("values.csv").query()).toBeNull();
  expect(localStorage.length).toBe(0);
});

test.each(looks)("the form of a new ticket is good in %o", async (look) => {
  await show();
  await what().fill("T-1");
  await show(undefined, look);
  await chooser().upload(table);
  await expect.element(remove("values.csv")).toBeVisible();
  await expectAccessible();
  await expectFittingWords();
});

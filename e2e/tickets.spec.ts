/** Tickets: from an incident to its end, by a customer and by somebody who handles tickets, on a desk and on a phone. */
import { readFile } from "node:fs/promises";

import { evidenceParts, partsForHandlers } from "@offgrid/contract/evidence/evidence-parts";
import type { Page } from "@playwright/test";
import { strFromU8, unzipSync } from "fflate";

import { expect, post, type Stage, test } from "./fixtures.ts";
import { expectGoodLooks, inEachLook, open } from "./looks.ts";
import { register, runController } from "./own-controller.ts";
import { addPerson, sessionFor } from "./people.ts";

const agadez = "agadez";

/** One pixel. */
const aPicture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

/** A customer who sees the container, with calls of their own. */
async function aCustomer(stage: Stage, containerId = agadez) {
  const person = await addPerson(stage, { containers: [containerId] });
  const session = await sessionFor(stage, person);
  const headers = { "X-Auth-Token": session.authToken, "X-User-Id": session.userId };
  return { session, call: (name: string, input: object) => post(stage, name, input, headers) };
}

async function aHandler(stage: Stage, containerId = agadez) {
  return sessionFor(stage, await addPerson(stage, { role: "offgrid_staff", containers: [containerId] }));
}

async function write(page: Page, text: string, button: string): Promise<void> {
  const form = page.locator("form").filter({ has: page.getByRole("button", { name: button, exact: true }) });
  await form.getByRole("textbox").first().fill(text);
  await form.getByRole("button", { name: button, exact: true }).click();
  await expect(page.getByRole("article").filter({ hasText: text })).toBeVisible();
}

/** The evidence of the ticket that is shown, as its parts with what each says. */
async function savedEvidence(page: Page) {
  const saved = page.waitForEvent("download");
  await page
    .getByRole("region", { name: "Evidence", exact: true })
    .getByRole("button", { name: /^Download / })
    .click();
  const files = unzipSync(await readFile(await (await saved).path()));
  const parts = Object.keys(files).flatMap((name) => evidenceParts.filter((part) => name === `${part}.json`));
  const said = (name: string) => JSON.parse(strFromU8(files[`${name}.json`] ?? new Uint8Array())) as unknown;
  return { parts, said };
}

for (const [name, viewport] of [
  ["on a desk", { width: 1280, height: 800 }],
  ["on a phone", { width: 400, height: 800 }],
] as const) {
  test(`an incident becomes a ticket with its evidence, which goes to its agent and to its end ${name}, and its note stays among handlers`, async ({
    page,
    stage,
    enter,
  }) => {
    test.setTimeout(180_000);
    await page.setViewportSize(viewport);
    const place = await register(stage, `Tessalit clinic ${name}`);
    const { containerId } = place;
    const controller = await runController(stage, place);
    const customer = await aCustomer(stage, containerId);
    // No battery is fuller than that.
    const condition = {
      name: "Less than all",
      type: "below",
      attributes: ["battery.soc"],
      threshold: 101,
      duration: 0,
    };
    await customer.call("registerWarning", { ruleName: "Not full", sites: [containerId], conditions: [condition] });
    await enter(customer.session);
    const details = page.getByRole("button", { name: /^Details of / });
    await expect(async () => {
      await page.goto(`/warning/history?container=${containerId}`);
      await expect(details).toBeVisible({ timeout: 3_000 });
    }).toPass();
    await details.click();
    await page.getByRole("link", { name: "New ticket about this incident", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "New ticket" });
    await expect(dialog.getByLabel("Subject", { exact: true })).toHaveValue(/^Tessalit clinic .*: Less than all/);
    const subject = `Lamps dark ${name}`;
    await dialog.getByLabel("Subject", { exact: true }).fill(subject);
    // What the incident says stands there already.
    await expect(dialog.getByLabel("What is the matter?")).not.toHaveValue("");
    await dialog.getByLabel("What is the matter?").fill("");
    await dialog.getByRole("button", { name: "Create the ticket" }).click();
    await expect(dialog.getByText("Please fill in this field")).toBeVisible();
    await dialog.getByLabel("What is the matter?").fill("Both lamps at the gate.");
    await dialog.getByRole("button", { name: "Create the ticket" }).click();
    await expect(page.getByRole("heading", { level: 1, name: subject })).toBeVisible();
    const address = page.url();
    const forCustomer = await savedEvidence(page);
    expect(forCustomer.parts).toEqual(evidenceParts.filter((part) => !partsForHandlers.includes(part)));
    expect(forCustomer.said("incident")).toMatchObject({ warnings: [{ content: "Less than all", value: 64 }] });

    await enter(await aHandler(stage, containerId));
    await page.goto("/tickets");
    await page.getByRole("main").getByRole("link", { name: subject, exact: true }).click();
    expect((await savedEvidence(page)).parts).toEqual(evidenceParts);
    await page.getByRole("button", { name: "Take it", exact: true }).click();
    await page.getByRole("button", { name: "Begin work", exact: true }).click();
    await expect(page.getByRole("button", { name: "Put back to open", exact: true })).toBeVisible();
    await page.getByText("Internal note", { exact: true }).first().click();
    await write(page, "Ask the electrician", "Save the note");
    await page.getByText("To the customer", { exact: true }).click();
    await page.getByLabel("Choose files", { exact: true }).setInputFiles([
      { name: "lamp.png", mimeType: "image/png", buffer: Buffer.from("MZ\u0000\u0001") },
      { name: "gate.png", mimeType: "image/png", buffer: aPicture },
      { name: "values.csv", mimeType: "text/csv", buffer: Buffer.from("time;W\n12:00;40\n") },
    ]);
    await expect(page.getByRole("alert").filter({ hasText: "lamp.png: only pictures" })).toBeVisible();
    await write(page, "The fuse is changed", "Send");
    await page.getByRole("button", { name: "Close the ticket", exact: true }).click();
    await page.getByRole("dialog").getByLabel("Cause", { exact: true }).selectOption("Wiring");
    await page.getByRole("dialog").getByRole("button", { name: "Close the ticket", exact: true }).click();
    await expect(page.getByRole("button", { name: "Reopen", exact: true })).toBeVisible();
    await page.getByRole("tab", { name: "History", exact: true }).click();
    await expect(
      page.getByText("Status: In progress → Closed · Reason: Solved · Cause: Wiring", { exact: true }),
    ).toBeVisible();

    await enter(customer.session);
    await page.goto(address);
    await expect(page.getByText("The fuse is changed", { exact: true })).toBeVisible();
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save values.csv", exact: true }).click();
    expect((await saved).suggestedFilename()).toBe("values.csv");
    await page.getByRole("button", { name: /^Show gate\.\w+$/ }).click();
    await expect(page.getByRole("dialog").getByRole("img", { name: /^gate/ })).toHaveJSProperty("naturalWidth", 1);
    await page.keyboard.press("Escape");
    await expect(page.getByText("Ask the electrician")).toHaveCount(0);
    await page.getByRole("button", { name: "Reopen", exact: true }).click();
    await expect(page.getByRole("button", { name: "Close the ticket", exact: true })).toBeVisible();
    await controller.end();
  });
}

test("a message that could not be sent stays, and is sent once when the link is back", async ({
  page,
  stage,
  enter,
  watch,
}) => {
  watch.allow(/Failed to load resource/);
  const customer = await aCustomer(stage);
  const given = {
    containerId: agadez,
    category: "technical_support",
    priority: "low",
    subject: "Bad link",
    text: "First",
  };
  const { data } = (await customer.call("ticketCreate", given)) as unknown as { data: { slug: string } };
  await enter(customer.session);
  await page.goto(`/tickets/${data.slug}`);
  // The portal takes it, and its answer is lost.
  let isTaken = false;
  await page.route(
    /\/api\/updateTicketChat$/,
    async (route) => {
      await route.fetch();
      await route.abort();
      isTaken = true;
    },
    { times: 1 },
  );
  const file = { name: "values.csv", mimeType: "text/csv", buffer: Buffer.from("time;W\n12:00;40\n") };
  await page.getByLabel("Choose files", { exact: true }).setInputFiles(file);
  await expect(page.getByRole("button", { name: "Remove values.csv", exact: true })).toBeVisible();
  await page.getByLabel("Your message", { exact: true }).fill("Second");
  await page.keyboard.press("Control+Enter");
  await expect.poll(() => isTaken).toBe(true);
  await page.reload();
  await expect(page.getByRole("article").filter({ hasText: "Second" })).toHaveCount(1);
  await expect(page.getByRole("list", { name: "Messages that are not sent yet" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Save values.csv", exact: true })).toHaveCount(1);
});

inEachLook((look) => {
  test("the tickets, a ticket with its messages, and a new one are good", async ({ page, stage, enter }) => {
    const customer = await aCustomer(stage);
    const given = {
      containerId: agadez,
      category: "technical_support",
      priority: "urgent",
      subject: "A-1",
      text: "A-2",
    };
    const { data } = (await customer.call("ticketCreate", given)) as unknown as { data: { slug: string } };
    await enter(await aHandler(stage));
    await open(page, look, look.at("/tickets"), look.say("shared:screen.tickets"));
    await expect(page.getByRole("main").getByRole("link", { name: "A-1", exact: true }).first()).toBeVisible();
    await expectGoodLooks(page, look);
    await page.goto(look.at("/tickets?view=table"));
    await expect(page.getByRole("table")).toBeVisible();
    await expectGoodLooks(page, look);
    await page.goto(look.at("/tickets?new=ticket"));
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectGoodLooks(page, look);
    await page.goto(look.at("/tickets?texts=all"));
    await page.getByRole("button", { name: look.say("tickets:texts.new"), exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(look.say("tickets:texts.name"), { exact: true }).fill("B-1");
    const place = look.say("tickets:texts.addPlace").replace("{{place}}", look.say("tickets:texts.place.value"));
    await dialog.getByRole("button", { name: place, exact: true }).click();
    await expectGoodLooks(page, look);
    await dialog.getByRole("button", { name: look.say("tickets:save"), exact: true }).click();
    const kept = dialog.getByRole("listitem").filter({ hasText: "B-1" });
    await expect(kept.getByText("{value}", { exact: true }).first()).toBeVisible();
    await expectGoodLooks(page, look);
    await page.goto(look.at(`/tickets/${data.slug}`));
    await expect(page.getByText("A-2", { exact: true })).toBeVisible();
    await expectGoodLooks(page, look);
    await page.getByRole("button", { name: look.say("tickets:moves.close"), exact: true }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectGoodLooks(page, look);
  });
});

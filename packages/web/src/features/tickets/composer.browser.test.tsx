import { ticketFileLimits } from "@offgrid/contract/tickets/ticket-files";
import { useState } from "react";
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { loadTexts } from "../../core/i18n/i18n.ts";
import { expectAccessible, expectFittingWords } from "../../testing/good-part.ts";
import { axeLooks, looks, type Look, render, say as sayOf } from "../../testing/render.tsx";
import type { TextsToInsert } from "./answer-field.tsx";
import { Composer } from "./composer.tsx";
import { type Draft, noDraft, nothingKept, withFile } from "./kept-chat.ts";
import { keptFile } from "./kept-files.ts";
import type { TicketPerson } from "./tickets.data.ts";

const say = (key: string, values: Record<string, unknown> = {}) => sayOf(`tickets:${key}`, values);

beforeEach(() => loadTexts("tickets", "ui", "shared"));

async function show(look: Look = {}, texts?: TextsToInsert, people: readonly TicketPerson[] = []) {
  const drafts: Draft[] = [noDraft];
  let sent = 0;
  function Shown() {
    const [draft, setDraft] = useState(noDraft);
    const change = (next: Draft) => {
      drafts.push(next);
      setDraft(next);
    };
    return (
      <Composer
        draft={draft}
        mayNote
        people={people}
        onDraft={change}
        onFile={(file) => change(withFile({ ...nothingKept, draft: latest() }, file).draft)}
        onWriting={() => undefined}
        onSend={() => sent++}
        texts={texts}
      />
    );
  }
  const latest = () => drafts.at(-1) ?? noDraft;
  await render(() => <Shown />, look);
  return { draft: latest, sent: () => sent };
}

const chooser = () => page.getByLabelText(say("files.choose"), { exact: true });
const sendButton = () => page.getByRole("button", { name: say("send"), exact: true });

/** A photo of a camera: a JPEG with notes of its place. */
async function photo(name: string): Promise<File> {
  const sheet = document.createElement("canvas");
  sheet.width = 3_000;
  sheet.height = 1_500;
  sheet.getContext("2d")!.fillRect(0, 0, 2_000, 600);
  const blob = await new Promise<Blob>((resolve) => sheet.toBlob((made) => resolve(made!), "image/jpeg"));
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const notes = new TextEncoder().encode("Exif\0\0taken at 16.27 N");
  return new File([bytes.slice(0, 2), new Uint8Array([0xff, 0xe1, 0, notes.length + 2]), notes, bytes.slice(2)], name);
}

test("of a photo its pixels alone are kept for sending, and the picture alone is a message", async () => {
  const { draft, sent } = await show();
  await expect.element(sendButton()).toBeDisabled();
  await userEvent.upload(chooser(), await photo("lamp.jpg"));
  await expect.element(page.getByText("lamp.webp", { exact: true })).toBeVisible();
  const contents = await keptFile(draft().files[0]!.clientId);
  const text = new TextDecoder("latin1").decode(await contents!.arrayBuffer());
  expect(text.slice(8, 12)).toBe("WEBP");
  expect(text).not.toContain("taken at");
  const pixels = await createImageBitmap(contents!);
  expect([pixels.width, pixels.height]).toEqual([2_560, 1_280]);
  await sendButton().click();
  expect(sent()).toBe(1);
});

test("each file that is not taken is named with the reason, and those that are stay", async () => {
  const { draft } = await show();
  const large = new File([new Uint8Array(ticketFileLimits.bytes + 1).fill(0x61)], "large.log");
  const program = new File([new Uint8Array([0x4d, 0x5a, 0, 1])], "lamp.png");
  const values = new File(["t;v\n1;2\n"], "values.csv");
  await userEvent.upload(chooser(), [large, program, new File([], "nothing.txt"), values]);
  await expect.element(page.getByText("values.csv", { exact: true })).toBeVisible();
  const limits = { size: "10\u00A0MB", count: ticketFileLimits.perMessage };
  const alerts = page.getByRole("alert");
  await expect
    .poll(() => alerts.elements().map((one) => one.textContent))
    .toEqual([
      `large.log: ${say("files.faults.too_large", limits)}`,
      `lamp.png: ${say("files.faults.wrong_kind")}`,
      `nothing.txt: ${say("files.faults.empty")}`,
    ]);
  expect(draft().files).toMatchObject([{ name: "values.csv", type: "text/csv", bytes: 8 }]);
  await page.getByRole("button", { name: say("files.remove", { name: "values.csv" }) }).click();
  expect(draft().files).toEqual([]);
});

test("files are dropped and pasted too, as many as a message may have", async () => {
  const { draft } = await show();
  const carried = (...names: string[]) => {
    const transfer = new DataTransfer();
    for (const name of names) transfer.items.add(new File([name], name));
    return transfer;
  };
  const field = page.getByLabelText(say("write"), { exact: true });
  const event = { bubbles: true, cancelable: true };
  field
    .element()
    .dispatchEvent(new DragEvent("drop", { ...event, dataTransfer: carried("a.txt", "b.txt", "c.txt", "d.txt") }));
  await expect.element(page.getByText("d.txt", { exact: true })).toBeVisible();
  await expect.element(page.getByRole("button", { name: say("files.add") })).toBeEnabled();
  field.element().dispatchEvent(new ClipboardEvent("paste", { ...event, clipboardData: carried("e.txt", "f.txt") }));
  await expect
    .element(page.getByRole("alert"))
    .toHaveTextContent(`f.txt: ${say("files.faults.too_many", { count: ticketFileLimits.perMessage })}`);
  expect(draft().files.map(({ name }) => name)).toEqual(["a.txt", "b.txt", "c.txt", "d.txt", "e.txt"]);
});

test("a message with files is good in every look", async () => {
  for (const look of looks) {
    await show(look);
    await userEvent.upload(chooser(), [new File(["t;v"], "values.csv"), new File([], "nothing.txt")]);
    await expect.element(page.getByText("values.csv", { exact: true })).toBeVisible();
    await expect.element(page.getByRole("alert")).toBeVisible();
    await expectFittingWords();
    await expectAccessible();
  }
});

const texts: TextsToInsert = {
  texts: [
    { id: "a", category: null, language: "en", title: "Power is back", text: "{container} has power again." },
    { id: "b", category: null, language: "fr", title: "B-2", text: "Il reste {value} et {hours_left}." },
  ],
  knownIn: (language) => ({ container: "Gao", ...(language === "fr" && { value: "12 %" }) }),
  onAsk: () => undefined,
};

test("a ready-made text is found by two colons and a word, and says what is known of the ticket", async () => {
  const { draft } = await show({}, texts);
  const field = page.getByLabelText(say("write"), { exact: true });
  await userEvent.type(field, "Hello, ::pow");
  await expect.element(page.getByRole("option")).toHaveTextContent("Power is back");
  await expect.element(page.getByRole("option")).toHaveAttribute("data-combobox-selected");
  await userEvent.keyboard("{Enter}");
  await expect.element(field).toHaveValue("Hello, Gao has power again.");
  await expect.element(page.getByRole("option")).not.toBeInTheDocument();
  expect(draft().text).toBe("Hello, Gao has power again.");
  await userEvent.keyboard(" ::");
  await expect.poll(() => page.getByRole("option").elements().length).toBe(2);
  await userEvent.keyboard("pow");
  await expect.element(page.getByRole("option")).toHaveAttribute("data-combobox-selected");
  await userEvent.keyboard("{Tab}");
  await expect.element(field).toHaveValue("Hello, Gao has power again. Gao has power again.");
});

test("a text with a place that nothing fills is not sent before that is done, but may be noted", async () => {
  const { sent } = await show({}, texts);
  const field = page.getByLabelText(say("write"), { exact: true });
  await page.getByRole("button", { name: say("texts.insert") }).click();
  await page.getByRole("option", { name: /B-2/ }).click();
  await expect.element(field).toHaveValue("Il reste 12 % et {hours_left}.");
  await expect.element(page.getByText(say("texts.open", { places: "{hours_left}" }))).toBeVisible();
  await expect.element(sendButton()).toBeDisabled();
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  expect(sent()).toBe(0);
  // The place is selected: what is typed takes its place.
  await userEvent.keyboard("5 h");
  await expect.element(field).toHaveValue("Il reste 12 % et 5 h.");
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  expect(sent()).toBe(1);
  await field.fill("{value}?");
  await expect.element(sendButton()).toBeDisabled();
  await page.getByText(say("readers.note"), { exact: true }).click();
  await expect.element(page.getByRole("button", { name: say("sendNote"), exact: true })).toBeEnabled();
});

test("a search for a text that was not ended, and a place that there is not, are not sent", async () => {
  const { sent } = await show({}, texts);
  const field = page.getByLabelText(say("write"), { exact: true });
  for (const [text, open] of [
    ["Hello, ::Who", "::Who"],
    ["It has {banana} left.", "{banana}"],
  ] as const) {
    await userEvent.fill(field, text);
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByText(say("texts.open", { places: open }))).toBeVisible();
    await expect.element(sendButton()).toBeDisabled();
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
  }
  expect(sent()).toBe(0);
});

test("the list of ready-made texts is good in every look", async () => {
  for (const look of looks) {
    await show(look, texts);
    await page.getByRole("button", { name: say("texts.insert") }).click();
    await expect.element(page.getByRole("option").first()).toBeVisible();
    await expectFittingWords();
    await expectAccessible();
  }
});

test("in a note people are found by an @ and notified; what names nobody is an ordinary @, as all are for customers", async () => {
  const people = [
    { userId: "u-1", name: "Chandra Rai" },
    { userId: "u-2", name: "Dede Mensah" },
  ];
  for (const look of axeLooks) {
    const { draft } = await show(look, texts, people);
    const field = page.getByLabelText(say("write"), { exact: true });
    await userEvent.type(field, "@cha");
    expect(page.getByRole("option").elements()).toEqual([]);
    await userEvent.clear(field);
    await page.getByText(say("readers.note"), { exact: true }).click();
    const note = page.getByLabelText(say("writeNote"), { exact: true });
    await userEvent.type(note, "See a@b, @cha");
    await expect.element(page.getByRole("option", { name: "Chandra Rai" })).toHaveAttribute("data-combobox-selected");
    await expectFittingWords();
    await expectAccessible();
    await userEvent.keyboard("{Enter}");
    await expect.element(note).toHaveValue("See a@b, @Chandra Rai ");
    await userEvent.keyboard("and @nobody");
    await expect.element(note).toHaveValue("See a@b, @Chandra Rai and @nobody");
    expect(page.getByRole("option").elements()).toEqual([]);
    expect(draft()).toMatchObject({ text: "See a@b, @Chandra Rai and @nobody", mentions: ["u-1"] });
  }
});

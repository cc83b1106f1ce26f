import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { Widget } from "@offgrid/contract/widgets/widgets.schema";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import { loadTexts } from "../../core/i18n/i18n.ts";
import { newWidget } from "../../domain/widgets/new-widget.ts";
import { answerCalls, refuse } from "../../testing/answer-calls.ts";
import { expectAccessible, expectFittingWords } from "../../testing/good-part.ts";
import { looks, type Look, render, say as sayOf } from "../../testing/render.tsx";
import { isWhole } from "./whole-widget.ts";
import { WidgetFields } from "./widget-fields.tsx";

const say = (key: string, values: Record<string, unknown> = {}) => sayOf(`widgets:${key}`, values);

beforeEach(() => loadTexts("widgets", "ui", "shared"));
afterEach(() => vi.restoreAllMocks());

/** The fields of a new picture, which was tried to be saved. @returns what the portal is sent, and the widget as it is. */
async function show({ look = {}, isFull = false }: { look?: Look; isFull?: boolean } = {}) {
  const sent: Uint8Array[] = [];
  answerCalls({
    widgetPictureSave: ({ picture }) => {
      if (isFull) refuse("too_large");
      sent.push(Uint8Array.from(atob(picture), (character) => character.charCodeAt(0)));
      return { data: { id: "p-1" } };
    },
  });
  const given = newWidget("picture", { container: "gao", containers: 1 });
  const changes: Widget[] = [];
  function Fields() {
    const [widget, setWidget] = useState<Widget>(given);
    const change = (next: Widget) => {
      changes.push(next);
      setWidget(next);
    };
    return <WidgetFields widget={widget} isTried onChange={change} />;
  }
  const client = new QueryClient();
  await render(
    () => (
      <QueryClientProvider client={client}>
        <Fields />
      </QueryClientProvider>
    ),
    look,
  );
  return { sent, widget: () => changes.at(-1) ?? given };
}

/** A photo of a camera: a JPEG with notes of its place, larger than a wall. */
async function photo(): Promise<File> {
  const sheet = document.createElement("canvas");
  sheet.width = 2_400;
  sheet.height = 1_200;
  const context = sheet.getContext("2d")!;
  context.fillStyle = "green";
  context.fillRect(0, 0, 2_400, 600);
  const blob = await new Promise<Blob>((resolve) => sheet.toBlob((made) => resolve(made!), "image/jpeg"));
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const notes = new TextEncoder().encode("Exif\0\0taken at 16.27 N");
  const head = [0xff, 0xe1, 0, notes.length + 2];
  return new File([bytes.slice(0, 2), new Uint8Array(head), notes, bytes.slice(2)], "gao.jpg", { type: "image/jpeg" });
}
const file = () => page.getByLabelText(say("form.pictureFile"), { exact: true });

test("of a photo its pixels alone are sent, as large as a wall can show, and the widget wants words for those who do not see it", async () => {
  const { sent, widget } = await show();
  await expect.element(page.getByRole("alert")).toHaveTextContent(say("form.needed"));
  await userEvent.upload(file(), await photo());
  await expect.element(page.getByRole("button", { name: say("form.pictureChange") })).toBeVisible();
  const text = new TextDecoder("latin1").decode(sent[0]);
  expect(text.slice(8, 12)).toBe("WEBP");
  expect(text).not.toContain("taken at");
  const pixels = await createImageBitmap(new Blob([sent[0]!.slice()], { type: "image/webp" }));
  expect([pixels.width, pixels.height]).toEqual([1_920, 960]);
  expect(isWhole(widget())).toBe(false);
  await page.getByLabelText(say("form.alt"), { exact: true }).fill("The school of Gao");
  expect(widget()).toMatchObject({ picture: "p-1", alt: "The school of Gao" });
  expect(isWhole(widget())).toBe(true);
});

test("a file that is no picture, and one too many, are said, and nothing is kept", async () => {
  const first = await show();
  await userEvent.upload(file(), new File(["<svg/>"], "plan.svg", { type: "image/png" }));
  await expect.element(page.getByText(say("form.pictureUnreadable"))).toBeVisible();
  expect(first.sent).toEqual([]);
  vi.restoreAllMocks();
  const { widget } = await show({ isFull: true });
  await userEvent.upload(file(), await photo());
  await expect.element(page.getByText(say("form.picturesFull", { count: 20 }))).toBeVisible();
  expect(widget()).toMatchObject({ picture: "" });
});

test("the fields of a picture are good in every look", async () => {
  for (const look of looks) {
    await show({ look });
    await expect.element(page.getByRole("button", { name: say("form.pictureChoose") })).toBeVisible();
    await expectFittingWords();
    await expectAccessible();
    vi.restoreAllMocks();
  }
});

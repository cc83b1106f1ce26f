import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { Declined } from "../core/declined.ts";
import { render, say } from "../testing/render.tsx";
import { FormFailure } from "./form-notes.tsx";

test("what the person declined has its own sentence", async () => {
  await render(() => <FormFailure error={new Declined("passkey")} />);
  await expect.element(page.getByRole("alert")).toHaveTextContent(say("shared:declined.passkey"));
});

test("a failure without a sentence of its own is called unexpected", async () => {
  await render(() => <FormFailure error={new Error("any")} />);
  await expect.element(page.getByRole("alert")).toHaveTextContent(say("ui:async.unexpected"));
});

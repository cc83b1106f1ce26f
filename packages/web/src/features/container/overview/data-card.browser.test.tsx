import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { nowMs } from "../../../testing/samples.ts";
import { loadTexts } from "../../../core/i18n/i18n.ts";
import { render } from "../../../testing/render.tsx";
import { DataCard } from "./data-card.tsx";

test("a container that was in contact is not said to have sent nothing before its bytes are counted", async () => {
  await loadTexts("container");
  await render(() => <DataCard data={null} isSeen now={nowMs} zone="UTC" />);
  await expect.element(page.getByText("Not counted yet.", { exact: true })).toBeVisible();
  await render(() => <DataCard data={null} isSeen={false} now={nowMs} zone="UTC" />);
  await expect.element(page.getByText("This container has not sent any data yet.", { exact: true })).toBeVisible();
});

test("a few bytes are less than what is written of a megabyte, and not nothing", async () => {
  await loadTexts("container");
  const at = new Date(nowMs).toISOString();
  await render(() => <DataCard data={{ sentBytes: 1_400, receivedBytes: 0, at }} isSeen now={nowMs} zone="UTC" />);
  await expect.element(page.getByText("<\u00a00.01\u00a0MB", { exact: true })).toBeVisible();
  await expect.element(page.getByText(/^0\.00\sMB$/)).toBeVisible();
});

test("what was counted yesterday does not stand under today", async () => {
  await loadTexts("container");
  const noon = Date.parse("2026-11-27T12:00:00.000Z");
  const counted = (at: string) => ({ sentBytes: 1_000_000, receivedBytes: 0, at });
  await render(() => <DataCard data={counted("2026-11-27T00:05:00.000Z")} isSeen now={noon} zone="UTC" />);
  await expect.element(page.getByRole("heading", { name: "Data today" })).toBeVisible();
  // In Nairobi the day of that instant is over.
  await render(() => <DataCard data={counted("2026-11-26T20:55:00.000Z")} isSeen now={noon} zone="Africa/Nairobi" />);
  await expect.element(page.getByRole("heading", { name: /^Data on .*26\/11/ })).toBeVisible();
  await expect.element(page.getByText(/^Not counted today yet\./)).toBeVisible();
});

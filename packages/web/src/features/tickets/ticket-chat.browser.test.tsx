import { useState } from "react";
import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../core/i18n/i18n.ts";
import { render, say as sayOf } from "../../testing/render.tsx";
import type { Unsent } from "./kept-chat.ts";
import { MessageLine } from "./message-line.tsx";
import { Lines } from "./ticket-chat.tsx";
import type { TicketMessage } from "./tickets.data.ts";
import { UnsentLines } from "./unsent-lines.tsx";

const say = (key: string, values: Record<string, unknown> = {}) => sayOf(`tickets:${key}`, values);
const now = Date.UTC(2026, 10, 28, 14);

beforeEach(() => loadTexts("tickets", "ui", "shared"));

const messages: TicketMessage[] = Array.from({ length: 30 }, (_, index) => ({
  ...{ id: `m${index}`, clientId: `c${index}`, by: { userId: "ada", name: "Ada Rai" }, fromHandler: true },
  ...{
    isInternal: false,
    byMail: false,
    text: `Message ${index}`,
    files: [],
    at: new Date(now - (40 - index) * 60_000).toISOString(),
  },
  ...{
    editedAt: null,
    isDeleted: false,
    deletedAt: null,
    deletedBy: null,
    mentions: [],
    mayEditUntil: null,
    mayDelete: false,
  },
}));
const chat = (firstUnread: string | null) => ({
  ...{ status: "ok" as const, data: messages, isMore: false, firstUnread, readers: [] },
});

test("a ticket opens where its new messages begin, and what comes later does not move it", async () => {
  function Chat() {
    const [firstUnread, setFirstUnread] = useState<string | null>("m20");
    return (
      <>
        <Lines id="t" chat={chat(firstUnread)} now={now} />
        <button type="button" onClick={() => setFirstUnread("m29")}>
          One more
        </button>
      </>
    );
  }
  await render(Chat);
  const first = page.getByText("Message 20", { exact: true });
  const isShown = () => {
    const { top, bottom } = first.element().getBoundingClientRect();
    return top >= 0 && bottom <= window.innerHeight;
  };
  await expect.element(first).toBeVisible();
  await expect.poll(isShown).toBe(true);
  const scrolled = window.scrollY;
  expect(scrolled).toBeGreaterThan(0);
  (page.getByRole("button", { name: "One more" }).element() as HTMLElement).click();
  await expect.element(page.getByText(say("newFrom"), { exact: true })).toBeVisible();
  expect(window.scrollY).toBe(scrolled);
});

test("of several messages that are not sent yet, only the next one is said to be on its way", async () => {
  const unsent: Unsent[] = ["one", "two"].map((clientId) => ({
    ...{ clientId, text: clientId, isInternal: false, mentions: [], files: [], state: "waiting" },
  }));
  const none = () => undefined;
  await render(() => (
    <UnsentLines
      unsent={unsent}
      failed={new Map([["one", undefined]])}
      progress={undefined}
      onRetry={none}
      onDiscard={none}
    />
  ));
  const lines = page.getByRole("list", { name: say("unsent") }).getByRole("listitem");
  await expect.element(lines.nth(0)).toHaveTextContent(say("notSent"));
  await expect.element(lines.nth(1)).toHaveTextContent(say("behind"));
});

test("of a message that somebody else deleted it is said who did", async () => {
  const [first] = messages;
  if (!first) return;
  const gone = { ...first, text: "", isDeleted: true, deletedAt: first.at };
  const shown = (deletedBy: TicketMessage["deletedBy"]) =>
    render(() => <MessageLine ticketId="t" message={{ ...gone, deletedBy }} readBy={[]} now={now} />);
  await shown({ userId: "chandra", name: "Chandra Rai" });
  await expect.element(page.getByText(/^Deleted by Chandra Rai \(support\)/)).toBeVisible();
  await shown(first.by);
  await expect.element(page.getByText(say("deleted"), { exact: true })).toBeVisible();
});

import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";

import { channelRefusals } from "@offgrid/contract/channels/channel-refusals";

import { expectFittingWords } from "../../../testing/good-part.ts";
import { looks, render, say } from "../../../testing/render.tsx";
import { ApiError } from "../../../core/api/api-error.ts";
import { formatTime } from "../../../core/time.ts";
import { browserZone } from "../../../ui/use-locale.ts";
import type { Channel } from "./channels.data.ts";
import { ChannelsSection } from "./channels-section.tsx";
import { DeliveryLog } from "./delivery-log.tsx";

const nowMs = Date.UTC(2026, 10, 20, 12);
const hook: Channel = {
  id: "1",
  kind: "webhook",
  name: "Control room",
  severity: "warning",
  timing: "steps",
  hours: null,
  template: null,
  leadsTo: "hooks.example.org",
  secret: "abc",
  pausedAt: null,
  pauseReason: null,
  testedAt: null,
  testResult: null,
  spokenAt: null,
  lastDelivery: null,
};
const kinds = ["mail", "push", "webhook", "sms"] as const;

function props() {
  return {
    channels: [hook],
    kinds,
    now: nowMs,
    barrier: undefined,
    onSave: vi.fn(() => Promise.resolve()),
    onAddBrowser: vi.fn(() => Promise.resolve()),
    onTest: vi.fn(() => Promise.resolve("ok" as const)),
    onRemove: vi.fn(() => Promise.resolve()),
  };
}

test("the test of a channel says in words what came of it", async () => {
  const given = { ...props(), onTest: vi.fn(() => Promise.resolve("unreachable" as const)) };
  await render(() => <ChannelsSection {...given} />);
  await page.getByRole("button", { name: say("channels:test_named", { name: "Control room" }) }).click();
  await expect.element(page.getByText(say("channels:tested.unreachable"))).toBeVisible();
  expect(given.onTest).toHaveBeenCalledWith("1");
});

test("that a test went out is written once", async () => {
  const tested = { ...hook, testedAt: new Date(nowMs).toISOString(), testResult: "ok" as const };
  await render(() => <ChannelsSection {...props()} channels={[tested]} />);
  await page.getByRole("button", { name: say("channels:test_named", { name: "Control room" }) }).click();
  const said = page.getByText(say("channels:tested.ok"));
  // For those who listen; who looks reads the badge.
  await expect.element(said).toBeInTheDocument();
  expect(said.element().getBoundingClientRect().width).toBeLessThan(2);
  await expect.element(page.getByText(say("channels:state.arrives"))).toBeVisible();
});

test("a paused channel says why, and how it goes on", async () => {
  const paused = { ...hook, pausedAt: new Date(nowMs).toISOString(), pauseReason: "refused" as const };
  await render(() => <ChannelsSection {...props()} channels={[paused]} />);
  await expect.element(page.getByText(say("channels:state.paused"))).toBeVisible();
  await expect.element(page.getByText(say("channels:paused_help"))).toBeVisible();
  await page.getByRole("button", { name: say("channels:resume_named", { name: paused.name }) }).click();
  await expect.element(page.getByText(say("channels:resumed"))).toBeVisible();
});

test("the key of a webhook is not a field to write in, can be copied, and says what it is for", async () => {
  for (const look of looks) {
    await render(() => <ChannelsSection {...props()} />, look);
    await page.getByRole("button", { name: say("channels:change_named", { name: hook.name }) }).click();
    const key = page.getByRole("group", { name: say("channels:field.secret"), exact: true });
    await expect.element(key).toHaveTextContent(hook.secret!);
    await expect.element(key).toHaveAccessibleDescription(/X-Offgrid-Signature/);
    await expect.element(key.getByRole("button", { name: say("channels:field.secret_copy") })).toBeVisible();
    expect(key.getByRole("textbox").elements()).toEqual([]);
    await expectFittingWords();
  }
});

test("a new channel is filled in, and what the portal refuses stands at its field", async () => {
  const refused = new ApiError({
    code: "bad_input",
    status: 400,
    message: "",
    fields: { url: channelRefusals.closed },
  });
  const given = { ...props(), onSave: vi.fn(() => Promise.reject(refused)) };
  await render(() => <ChannelsSection {...given} />);
  await page.getByRole("button", { name: say("channels:kind.webhook"), exact: true }).click();
  await page.getByRole("button", { name: say("channels:save") }).click();
  await expect.element(page.getByText(say("channels:fault.url"))).toBeVisible();
  expect(given.onSave).not.toHaveBeenCalled();
  await page.getByLabelText(say("channels:field.url"), { exact: true }).fill("http://10.1.2.3/hook");
  await page.getByRole("button", { name: say("channels:save") }).click();
  await vi.waitFor(() => expect(given.onSave).toHaveBeenCalledTimes(1));
  expect(given.onSave.mock.calls).toMatchObject([[{ kind: "webhook", url: "http://10.1.2.3/hook", hours: null }]]);
  await expect.element(page.getByText(say("channels:refused.closed"))).toBeVisible();
});

test("an address that the portal refuses says which of the reasons it is", async () => {
  for (const look of looks)
    for (const reason of ["taken", "unfound", "closed", "unshaped"] as const) {
      const fields = { url: channelRefusals[reason] };
      const refused = new ApiError({ code: "bad_input", status: 400, message: "", fields });
      const given = { ...props(), onSave: vi.fn(() => Promise.reject(refused)) };
      await render(() => <ChannelsSection {...given} />, look);
      await page.getByRole("button", { name: say("channels:kind.webhook"), exact: true }).click();
      await page.getByLabelText(say("channels:field.url"), { exact: true }).fill("https://example.org/hook");
      await page.getByRole("button", { name: say("channels:save") }).click();
      await expect.element(page.getByText(say(`channels:refused.${reason}`).replaceAll(/\s+/g, " "))).toBeVisible();
      await expectFittingWords();
    }
});

test("a browser that may not show messages says why, and asks only on a click", async () => {
  const given = props();
  await render(() => <ChannelsSection {...given} barrier="denied" />);
  const button = page.getByRole("button", { name: say("channels:kind.push"), exact: true });
  await expect.element(button).toBeDisabled();
  await expect.element(page.getByText(say("channels:push_impossible.denied"))).toBeVisible();
  await render(() => <ChannelsSection {...given} />);
  expect(given.onAddBrowser).not.toHaveBeenCalled();
  await button.click();
  expect(given.onAddBrowser).toHaveBeenCalledTimes(1);
});

test("whoever has no channel, and nothing that was sent, reads so", async () => {
  await render(() => (
    <>
      <ChannelsSection {...props()} channels={[]} />
      <DeliveryLog deliveries={[]} total={0} page={1} onPage={() => undefined} />
    </>
  ));
  await expect.element(page.getByText(say("channels:none"))).toBeVisible();
  await expect.element(page.getByText(say("channels:log_none"))).toBeVisible();
});

test("the log says what was held back, and why", async () => {
  const delivery = {
    id: 1,
    at: new Date(nowMs).toISOString(),
    channelKind: "sms" as const,
    channelName: "Phone",
    kind: "raised" as const,
    severity: "warning" as const,
    incidentId: "i",
    about: { content: "Charge low", containerName: "Gao", containers: 3 },
    state: "suppressed" as const,
    reason: "works" as const,
    attempts: 0,
    dueAt: null,
    sentAt: null,
  };
  await render(() => <DeliveryLog deliveries={[delivery]} total={1} page={1} onPage={() => undefined} />, {
    width: 400,
    language: "fr",
  });
  const line = (label: string, reason: string) =>
    `${say("shared:labelled", { label })} ${say(`channels:reason.${reason}`)}`;
  await expect.element(page.getByText(line(say("channels:delivery.suppressed"), "works"))).toBeVisible();
  // A text of a usual rule is read in one's own language, whoever wrote the rule.
  const title = `${say("shared:labelled", { label: say("channels:news.raised") })} Charge basse · Gao ${say("channels:log_more", { count: 2 })}`;
  await expect.element(page.getByText(title)).toBeVisible();
  const retried = { ...delivery, state: "retrying" as const, reason: "unreachable" as const, dueAt: delivery.at };
  await render(() => <DeliveryLog deliveries={[retried]} total={1} page={1} onPage={() => undefined} />, {
    language: "fr",
  });
  const time = formatTime(nowMs, "dateTime", browserZone, "fr");
  await expect.element(page.getByText(line(say("channels:delivery.retrying", { time }), "unreachable"))).toBeVisible();
});

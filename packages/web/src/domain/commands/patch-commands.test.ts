import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { queryClient } from "../../core/api/query-client.ts";
import { callQuery } from "../../core/api/use-call.ts";
import { fakeCommand, fakeOutput } from "./command.fake.ts";
import { isAfter, patchCommand } from "./patch-commands.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  queryClient.clear();
  vi.useRealTimers();
});

const list = callQuery("commandList", {}).queryKey;
const outputs = callQuery("outputList", { containerId: "lodwar" }).queryKey;

function show() {
  const command = fakeCommand();
  queryClient.setQueryData(list, { status: "ok", data: [command], total: 1 });
  queryClient.setQueryData(outputs, { status: "ok", data: [fakeOutput({ last: command })] });
  return {
    command,
    listed: () => queryClient.getQueryData(list)?.data[0]?.state,
    output: () => queryClient.getQueryData(outputs)?.data[0],
    isAsked: () => queryClient.getQueryState(list)?.isInvalidated,
  };
}

test("a message moves the command in lists and at its output, and leaves the position as it was measured", () => {
  const shown = show();
  patchCommand({ ...shown.command, state: "done", value: false });
  expect([shown.listed(), shown.output()?.last?.state, shown.output()?.on]).toEqual(["done", "done", true]);
});

test("a message that was overtaken changes nothing", () => {
  const shown = show();
  patchCommand({ ...shown.command, state: "done", value: false });
  patchCommand({ ...shown.command, state: "accepted" });
  expect([shown.listed(), shown.output()?.last?.state]).toEqual(["done", "done"]);
});

test("lists are asked for again once for many commands that are new or have ended", () => {
  const shown = show();
  patchCommand({ ...shown.command, state: "accepted" });
  vi.advanceTimersByTime(1_000);
  expect(shown.isAsked()).toBe(false);
  let times = 0;
  const stop = queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === "updated" && query.queryKey[0] === "commandList" && query.state.isInvalidated) times++;
  });
  for (let number = 0; number < 50; number++) patchCommand(fakeCommand({ commandId: `new-${number}` }));
  vi.advanceTimersByTime(499);
  expect(shown.isAsked()).toBe(false);
  vi.advanceTimersByTime(1);
  stop();
  expect([shown.isAsked(), times]).toEqual([true, 1]);
});

test("evidence moves an unknown command, and nothing moves one that is over", () => {
  const after = (one: Parameters<typeof isAfter>[0]["state"], other: typeof one) =>
    isAfter({ state: one }, { state: other });
  expect([after("unknown", "accepted"), after("done", "unknown"), after("sent", "queued")]).toEqual([true, true, true]);
  expect([after("unknown", "done"), after("failed", "done"), after("queued", "sent")]).toEqual([false, false, false]);
});

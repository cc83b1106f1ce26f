import { liveMessageVersion } from "@offgrid/contract/core/constants";
import type { ContainerMessage } from "@offgrid/contract/live/live.schema";
import { expect, onTestFinished, test, vi } from "vitest";

import type { Answer } from "../api/call.ts";
import type { LinkState } from "./link-rules.ts";
import { watchContainer } from "./watch-container.ts";

/** The link, the call and the animation frames of a browser, by hand. */
function watch(state: LinkState) {
  const log: string[] = [];
  const answers: ((soc: number) => void)[] = [];
  const frames: (() => void)[] = [];
  const stateListeners: (() => void)[] = [];
  let receive: (message: unknown) => void = () => {};
  const by = {
    state,
    log,
    confirm: () => {},
    /** Answers the oldest open question for a snapshot. */
    answer: async (soc: number) => {
      answers.shift()?.(soc);
      await new Promise<void>((resolve) => queueMicrotask(resolve));
      for (const draw of frames.splice(0)) draw();
    },
    message: (ts: number, values: ContainerMessage["values"]) => {
      receive({ v: liveMessageVersion, ts, values, status: "online" });
      for (const draw of frames.splice(0)) draw();
    },
    becomes: (next: LinkState) => {
      by.state = next;
      for (const listener of stateListeners) listener();
    },
  };
  const link = {
    get state() {
      return by.state;
    },
    onPersonal: () => () => {},
    onStateChange: (listener: () => void) => {
      stateListeners.push(listener);
      return () => {};
    },
    subscribe: (topic: string, listener: (message: unknown) => void, onConfirmed: () => void) => {
      log.push(`subscribed ${topic}`);
      receive = listener;
      by.confirm = onConfirmed;
      return () => void log.push("unsubscribed");
    },
  };
  const register = () => {
    log.push("asked");
    return new Promise<Answer<"registerLive">>((resolve) => {
      answers.push((soc) =>
        resolve({
          status: "ok",
          topic: "",
          snapshot: { values: { "battery.soc": { value: soc, at: "2026-06-01T00:00:00.000Z" } }, status: "online" },
          everyS: 10,
          until: "",
          watchS: 60,
        }),
      );
    });
  };
  const soon = (work: () => void) => {
    frames.push(work);
    return () => {};
  };
  const handlers = {
    onSnapshot: ({ values }: Answer<"registerLive">["snapshot"]) =>
      log.push(`snapshot ${values["battery.soc"]?.value}`),
    onChange: ({ ts, values }: ContainerMessage) => log.push(`change ${ts} ${JSON.stringify(values)}`),
  };
  vi.useFakeTimers();
  const end = watchContainer("dune", { current: handlers }, { link, register, soon, tellOutdated: () => {} });
  onTestFinished(() => {
    end();
    vi.useRealTimers();
  });
  return by;
}

test("while the link is up the snapshot is taken when the subscription is confirmed, so that no change is missed", async () => {
  const by = watch("live");
  expect(by.log).toEqual(["subscribed ui/container/dune"]);
  by.confirm();
  expect(by.log).toEqual(["subscribed ui/container/dune", "asked"]);
  await by.answer(50);
  by.message(7, { "battery.soc": 51 });
  expect(by.log.slice(2)).toEqual(["snapshot 50", 'change 7 {"battery.soc":51}']);
});

test("messages that come before the snapshot are applied after it, merged", async () => {
  const by = watch("live");
  by.message(6, { "solar.power": 900 });
  by.confirm();
  by.message(7, { "load.power": 300 });
  expect(by.log).toEqual(["subscribed ui/container/dune", "asked"]);
  await by.answer(50);
  expect(by.log.slice(2)).toEqual(["snapshot 50", 'change 7 {"solar.power":900,"load.power":300}']);
});

test("without a link there is a snapshot at once, and another one when the topic is confirmed", async () => {
  const by = watch("reconnecting");
  expect(by.log).toEqual(["asked", "subscribed ui/container/dune"]);
  await by.answer(50);
  by.becomes("live");
  by.message(6, { "solar.power": 900 });
  by.confirm();
  await by.answer(60);
  expect(by.log.slice(2)).toEqual(["snapshot 50", "asked", "snapshot 60", 'change 6 {"solar.power":900}']);
});

test("after a break messages wait for a fresh snapshot again", async () => {
  const by = watch("live");
  by.confirm();
  await by.answer(50);
  by.becomes("reconnecting");
  by.becomes("live");
  by.message(8, { "solar.power": 900 });
  by.confirm();
  await by.answer(60);
  expect(by.log.slice(2)).toEqual(["snapshot 50", "asked", "snapshot 60", 'change 8 {"solar.power":900}']);
});

test("a subscription that nobody confirms does not keep the screen from its values", async () => {
  const by = watch("live");
  vi.advanceTimersByTime(5_000);
  await by.answer(50);
  expect(by.log).toEqual(["subscribed ui/container/dune", "asked", "snapshot 50"]);
});

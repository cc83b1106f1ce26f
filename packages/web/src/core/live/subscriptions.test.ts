import { expect, test } from "vitest";

import { Subscriptions } from "./subscriptions.ts";

const ignore = () => {};

test("a topic is on the wire from its first listener to its last", () => {
  const subscriptions = new Subscriptions();
  const received: string[] = [];
  const one = (message: unknown) => received.push(`one ${String(message)}`);
  const two = (message: unknown) => received.push(`two ${String(message)}`);
  expect(subscriptions.add("ui/container/a", one, ignore)).toBe(true);
  expect(subscriptions.add("ui/container/a", two, ignore)).toBe(false);
  subscriptions.deliver("ui/container/a", "x");
  subscriptions.deliver("ui/container/b", "y");
  expect(received).toEqual(["one x", "two x"]);
  expect(subscriptions.remove("ui/container/a", one)).toBe(false);
  expect(subscriptions.topics()).toEqual(["ui/container/a"]);
  expect(subscriptions.remove("ui/container/a", two)).toBe(true);
  expect(subscriptions.remove("ui/container/a", two)).toBe(false);
  expect(subscriptions.topics()).toEqual([]);
});

test("a listener may leave while a message is being delivered", () => {
  const subscriptions = new Subscriptions();
  const received: string[] = [];
  const leaving = () => {
    received.push("leaving");
    subscriptions.remove("t", leaving);
  };
  subscriptions.add("t", leaving, ignore);
  subscriptions.add("t", () => received.push("staying"), ignore);
  subscriptions.deliver("t", 1);
  subscriptions.deliver("t", 2);
  expect(received).toEqual(["leaving", "staying", "staying"]);
});

test("listeners are notified each time the portal begins to send their topic, and at once when it does already", () => {
  const subscriptions = new Subscriptions();
  const notified: string[] = [];
  subscriptions.add("t", ignore, () => notified.push("first"));
  expect(notified).toEqual([]);
  subscriptions.confirm(["t", "another"]);
  subscriptions.add(
    "t",
    () => {},
    () => notified.push("second"),
  );
  expect(notified).toEqual(["first", "second"]);
  subscriptions.cut();
  subscriptions.add(
    "t",
    () => {},
    () => notified.push("third"),
  );
  expect(notified).toEqual(["first", "second"]);
  subscriptions.confirm(["t"]);
  expect(notified).toEqual(["first", "second", "first", "second", "third"]);
});

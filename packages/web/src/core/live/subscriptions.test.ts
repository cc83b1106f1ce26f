import { expect, test } from "vitest";

import { Subscriptions } from "./subscriptions.ts";

test("a topic is on the wire from its first listener to its last", () => {
  const subscriptions = new Subscriptions();
  const received: string[] = [];
  const one = (message: unknown) => received.push(`one ${String(message)}`);
  const two = (message: unknown) => received.push(`two ${String(message)}`);
  expect(subscriptions.add("ui/container/a", one)).toBe(true);
  expect(subscriptions.add("ui/container/a", two)).toBe(false);
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
  subscriptions.add("t", leaving);
  subscriptions.add("t", () => received.push("staying"));
  subscriptions.deliver("t", 1);
  subscriptions.deliver("t", 2);
  expect(received).toEqual(["leaving", "staying", "staying"]);
});

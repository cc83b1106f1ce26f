import { expect, test } from "vitest";

import { pushBarrier } from "./push.ts";

const able = { isSecureContext: true, navigator: { serviceWorker: {} }, PushManager: {} };

test("a browser says why it can be sent no messages: the portal's address, the browser itself, or its person", () => {
  expect(pushBarrier({ ...able, Notification: { permission: "default" } })).toBeUndefined();
  expect(pushBarrier({ ...able, Notification: { permission: "granted" } })).toBeUndefined();
  expect(pushBarrier({ ...able, Notification: { permission: "denied" } })).toBe("denied");
  expect(pushBarrier(able)).toBe("browser");
  expect(pushBarrier({ ...able, navigator: {}, Notification: { permission: "default" } })).toBe("browser");
  expect(pushBarrier({ ...able, isSecureContext: false, Notification: { permission: "default" } })).toBe("address");
});

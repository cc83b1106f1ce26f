import { expect, test } from "vitest";

import { sendWhileOpen } from "./send-while-open.ts";

test("a message sent after a connection began to close is dropped", () => {
  const sent: unknown[] = [];
  const socket = { OPEN: 1 as const, readyState: 1 as 1 | 2 | 3, send: (data: unknown) => void sent.push(data) };
  const careful = sendWhileOpen(socket);
  careful.send("subscribe");
  for (const ending of [2, 3] as const) {
    socket.readyState = ending;
    careful.send("ping");
  }
  expect(sent).toEqual(["subscribe"]);
});

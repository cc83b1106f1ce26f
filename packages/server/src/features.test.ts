import { expect, onTestFinished, test, vi } from "vitest";

import { defineFeature } from "./calls/feature.ts";
import { features } from "./features.ts";
import { IngestSide } from "./features/ingest/ingest-side.ts";
import { LiveSide } from "./features/live/live-side.ts";
import { handlers } from "./handlers.ts";
import { startTestPortal } from "./testing/test-portal.ts";

test("a feature's job, subscriptions and service are taken up from the list alone", async () => {
  const begun: unknown[] = [];
  const greeted: string[] = [];
  const ended: string[] = [];
  let runs = 0;
  const greeter = defineFeature(({ bus }) => ({
    services: { greeter: { greet: (userId: string) => bus.publish("userEnded", { userId }) } },
    jobs: [{ name: "greetings", everyMs: 50, run: async () => void runs++ }],
    subscriptions: {
      process: () => {
        const end = bus.subscribe("userEnded", ({ userId }) => void greeted.push(userId));
        return () => {
          end();
          ended.push("process");
        };
      },
      live: (side) => {
        begun.push(side);
        return () => void ended.push("live");
      },
      ingest: (side) => {
        begun.push(side);
        return async () => void ended.push("ingest");
      },
    },
  }));
  const portal = await startTestPortal(
    {},
    {
      features: [...features, greeter],
      handlers: {
        ...handlers,
        getAppVersion: (input, context) => {
          // Declared by no folder, so that the compiler does not ask for it in every portal.
          const services = context as unknown as { greeter: { greet(userId: string): void } };
          services.greeter.greet("amina");
          return handlers.getAppVersion(input, context);
        },
      },
    },
  );
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= portal.stop());
  onTestFinished(stop);
  expect(begun).toEqual([expect.any(LiveSide), expect.any(IngestSide)]);

  const call = { method: "POST", headers: { "content-type": "application/json" }, body: "{}" };
  expect((await fetch(`${portal.api}/getAppVersion`, call)).status).toBe(200);
  expect(greeted).toEqual(["amina"]);
  await vi.waitFor(() => expect(runs).toBeGreaterThan(1), { timeout: 20_000 });

  expect(ended).toEqual([]);
  await stop();
  expect(ended).toEqual(["ingest", "live", "process"]);
});

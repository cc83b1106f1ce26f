import { Announcement, databaseOrigin, payloadsOf } from "./announcement.ts";
import type { Bus } from "./bus.ts";

/**
 * The bus of a process that does one thing and ends: what its transactions change is told to the portal's processes with
 * their commits, and nothing is told to it.
 */
export const commitBus: Bus = {
  announce: () =>
    new Announcement({
      payloadsOf: (name, event) => payloadsOf(databaseOrigin, name, event),
      deliver: () => undefined,
      missed: () => undefined,
    }),
  publish: (name) => {
    throw new Error(`the event ${name} belongs into a transaction`);
  },
  subscribe: () => () => undefined,
  onMissed: () => () => undefined,
};

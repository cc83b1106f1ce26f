import type { Notification } from "./fold-repeats.ts";

/** An event of a container, for tests. */
export function fakeNotification(given: Partial<Notification>): Notification {
  return {
    id: "event-1",
    containerId: "gao",
    containerName: "Gao",
    type: "event",
    code: "door.opened",
    level: "info",
    device: null,
    outputName: null,
    by: null,
    data: {},
    content: "Gao: door opened",
    incidentId: null,
    at: "2026-11-24T11:00:00.000Z",
    read: false,
    ...given,
  };
}

import type { Incident } from "./incidents.data.ts";

/** An incident for tests and the gallery; what is left out is as of an operator whose containers are dark. */
export function fakeIncident(overrides: Partial<Incident> = {}): Incident {
  return {
    id: "i1",
    state: "open",
    cause: "operator",
    subject: { id: "Orange", name: "Orange" },
    content: "Silent",
    containerId: "gao",
    containerName: "Gao",
    zoneName: "Africa/Bamako",
    severity: "critical",
    beganAt: "2026-11-24T02:02:00.000Z",
    calmAt: null,
    resolvedAt: null,
    open: 23,
    total: 23,
    containersOpen: 23,
    containerIds: ["gao"],
    containersTotal: 23,
    containersOf: 41,
    reopened: 0,
    worst: { id: "w1", containerName: "Gao", content: "Silent", attribute: null, value: null, raisedBy: null },
    works: null,
    isQuiet: false,
    quiet: 0,
    darkOpen: 23,
    acknowledgedBy: null,
    acknowledgedAt: null,
    acknowledgedUntil: null,
    acknowledgeNote: null,
    mutedUntil: null,
    read: true,
    ...overrides,
  };
}

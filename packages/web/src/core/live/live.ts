import type { UserMessage } from "@offgrid/contract/live/live.schema";
import { useEffect, useRef, useSyncExternalStore } from "react";

import { call } from "../api/call.ts";
import { queryClient } from "../api/query-client.ts";
import { answeredAtMs, isReachable, onReachChange } from "../api/reach.ts";
import { readSession } from "../api/session-cookies.ts";
import { loadChunk } from "../chunk.ts";
import { idle } from "../idle.ts";
import { keepRegistration, keptRegistration } from "./kept-registration.ts";
import type { LinkState } from "./link-rules.ts";
import { LiveLink } from "./live-link.ts";
import { onTick, setQuiet, useSeconds } from "./tick.ts";
import { type LiveContainerHandlers, type WatchPorts, watchContainer } from "./watch-container.ts";

const link = new LiveLink({
  register: async () => {
    const registration = await call("registerLiveNotification", {});
    const session = readSession();
    if (session) keepRegistration(sessionStorage, session.token, { registration, atMs: Date.now() });
    return registration;
  },
  kept: () => {
    const session = readSession();
    return session && keptRegistration(sessionStorage, session.token, Date.now());
  },
  loadConnect: async () => {
    await idle();
    const { connect } = (await loadChunk(() => import("mqtt"))).default;
    return (url, options) => connect(url, options);
  },
  isReachable,
  answeredAtMs,
  onReconnected: () => void queryClient.invalidateQueries({ refetchType: "active" }),
});

let started = false;

/** Opens the live connection of a signed-in person and keeps it; called by the shell. */
export function startLive(): void {
  if (started) return;
  started = true;
  link.start();
  onReachChange(() => link.wake());
  link.onStateChange(() => setQuiet(link.state === "offline" || link.state === "stalled"));
  window.addEventListener("online", () => link.wake());
  window.addEventListener("offline", () => link.wake());
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") link.wake();
  });
  onTick(() => {
    link.tellState();
    if (link.state === "live" || document.visibilityState !== "visible") return;
    void queryClient.refetchQueries({ type: "active" });
  });
}

/** State of the live connection. */
export function useLinkState(): LinkState {
  return useSyncExternalStore(
    (listener) => link.onStateChange(listener),
    () => link.state,
  );
}

/** Is there no way to the portal at all? One call that fails by itself while messages come does not make it so. */
export function useIsLinkMissing(): boolean {
  return useSyncExternalStore(onLinkOrReach, isLinkMissing);
}

function onLinkOrReach(listener: () => void): () => void {
  const stops = [link.onStateChange(listener), onReachChange(listener)];
  return () => stops.forEach((stop) => stop());
}

const isLinkMissing = () => link.state === "offline";

/** Does nothing come at present, so that all that is shown is only what was known last? */
export function useIsLastKnown(): boolean {
  const state = useLinkState();
  return state === "stalled" || state === "offline";
}

/** When the live connection last brought anything, epoch ms; undefined before the first time. */
export function receivedMs(): number | undefined {
  return link.receivedMs;
}

/**
 * How long nothing has come, in ms, while what is shown may therefore be old: the link stalled or there is no network.
 * A component that uses it is then drawn again every second.
 */
export function useSilenceMs(): number | undefined {
  const isSilent = useIsLastKnown();
  const nowMs = useSeconds(isSilent);
  return isSilent && link.receivedMs !== undefined ? Math.max(0, nowMs - link.receivedMs) : undefined;
}

/**
 * Receives the messages to this person (events, warnings, states of containers, resync) while the component is shown.
 */
export function usePersonalMessages(onMessage: (message: UserMessage) => void): void {
  const latest = useLatest(onMessage);
  useEffect(
    () =>
      link.onPersonal((message) => {
        if (isRecord(message)) latest.current(message as UserMessage);
      }),
    [latest],
  );
}

/**
 * Watches a container while the component is shown: its controller then sends each frame at once. Changes are merged
 * per animation frame, and a hidden tab keeps only the newest value per series. A message of another version shows
 * "Please reload" (see `onOutdated`) and is not delivered.
 */
export function useLiveContainer(containerId: string | undefined, handlers: LiveContainerHandlers): void {
  const latest = useLatest(handlers);
  useEffect(() => {
    if (containerId === undefined) return undefined;
    return watchContainer(containerId, latest, watchPorts);
  }, [containerId, latest]);
}

const watchPorts: WatchPorts = {
  link,
  register: (containerId) => call("registerLive", { containerId }),
  soon: (work) => {
    // A hidden tab has no animation frames: what comes meanwhile waits, merged.
    const frame = requestAnimationFrame(work);
    return () => cancelAnimationFrame(frame);
  },
  tellOutdated,
};

let outdatedListener: () => void = () => {};
let isOutdatedNotified = false;

/** What happens when the portal speaks a newer version than this page: the shell asks the reader to reload. */
export function onOutdated(listener: () => void): void {
  outdatedListener = listener;
}

function tellOutdated(): void {
  if (isOutdatedNotified) return;
  isOutdatedNotified = true;
  outdatedListener();
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function useLatest<Value>(value: Value): { readonly current: Value } {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}

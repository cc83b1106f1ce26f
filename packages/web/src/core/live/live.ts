import { liveMessageVersion } from "@offgrid/contract/core/constants";
import type { ContainerMessage, UserMessage } from "@offgrid/contract/live/live.schema";
import { useEffect, useRef, useSyncExternalStore } from "react";

import { type Answer, call } from "../api/call.ts";
import { queryClient } from "../api/query-client.ts";
import { isReachable, onReachChange } from "../api/reach.ts";
import { readSession } from "../api/session-cookies.ts";
import { loadChunk } from "../chunk.ts";
import { idle } from "../idle.ts";
import { keepRegistration, keptRegistration } from "./kept-registration.ts";
import type { LinkState } from "./link-rules.ts";
import { LiveLink } from "./live-link.ts";
import { onTick } from "./tick.ts";

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
  onReconnected: () => void queryClient.invalidateQueries({ refetchType: "active" }),
});

let started = false;

/** Opens the live connection of a signed-in person and keeps it; called by the shell. */
export function startLive(): void {
  if (started) return;
  started = true;
  link.start();
  onReachChange(() => link.wake());
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

/** When the last live message came, epoch ms; undefined before the first. */
export function lastMessageMs(): number | undefined {
  return link.lastMessageMs;
}

/** Hears the messages to this person (events, warnings, states of containers, resync) while the component is shown. */
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

export type LiveSnapshot = Answer<"registerLive">["snapshot"];
export interface LiveContainerHandlers {
  /** All values, each time the container is registered: at first, after a reconnect, and before the watch runs out. */
  onSnapshot?: (snapshot: LiveSnapshot, everyS: number) => void;
  /** What changed; merge it over the snapshot. Values are at `ts`. */
  onChange: (message: ContainerMessage) => void;
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
    return watchContainer(containerId, latest);
  }, [containerId, latest]);
}

function watchContainer(containerId: string, handlers: { readonly current: LiveContainerHandlers }): () => void {
  let ended = false;
  let topic: string | undefined;
  let unsubscribe = () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pending: ContainerMessage | undefined;
  let frame: number | undefined;

  const flush = () => {
    frame = undefined;
    if (!pending) return;
    const merged = pending;
    pending = undefined;
    handlers.current.onChange(merged);
  };
  const hear = (message: unknown) => {
    if (!isRecord(message)) return;
    if (message["v"] !== liveMessageVersion) return tellOutdated();
    const change = message as ContainerMessage;
    pending = pending
      ? { ...change, ts: Math.max(pending.ts, change.ts), values: { ...pending.values, ...change.values } }
      : change;
    // A hidden tab has no animation frames: what comes meanwhile waits here, merged.
    frame ??= requestAnimationFrame(flush);
  };
  const register = async () => {
    clearTimeout(timer);
    let againInMs = 30_000;
    try {
      const answer = await call("registerLive", { containerId });
      if (ended) return;
      if (answer.topic !== topic) {
        unsubscribe();
        topic = answer.topic;
        unsubscribe = link.subscribe(topic, hear);
      }
      handlers.current.onSnapshot?.(answer.snapshot, answer.everyS);
      againInMs = Math.max(5000, answer.watchS * 800);
    } catch {
      // Silent: the shown values age, and the screen's own call says what is wrong.
    }
    if (!ended) timer = setTimeout(() => void register(), againInMs);
  };

  void register();
  let wasLive = link.state === "live";
  const unwatch = link.onStateChange(() => {
    const isLive = link.state === "live";
    if (isLive && !wasLive) void register();
    wasLive = isLive;
  });
  const unhear = link.onPersonal((message) => {
    if (isRecord(message) && message["command"] === "resync") void register();
  });
  return () => {
    ended = true;
    clearTimeout(timer);
    unhear();
    if (frame !== undefined) cancelAnimationFrame(frame);
    unwatch();
    unsubscribe();
  };
}

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

import { liveMessageVersion } from "@offgrid/contract/core/constants";
import { nameOf } from "@offgrid/contract/core/topic";
import type { ContainerMessage } from "@offgrid/contract/live/live.schema";
import { containerPath } from "@offgrid/contract/live/live.paths";

import type { Answer } from "../api/call.ts";
import type { LiveLink } from "./live-link.ts";

export type LiveSnapshot = Answer<"registerLive">["snapshot"];
export interface LiveContainerHandlers {
  /** All values, each time the container is registered: at first, after a reconnect, and before the watch runs out. */
  onSnapshot?: (snapshot: LiveSnapshot, everyS: number) => void;
  /** What changed; merge it over the snapshot. Values are at `ts`. */
  onChange: (message: ContainerMessage) => void;
}

export interface WatchPorts {
  link: Pick<LiveLink, "subscribe" | "onPersonal" | "onStateChange" | "state">;
  /** Asks for a snapshot, and the container's controller to send at once. */
  register: (containerId: string) => Promise<Answer<"registerLive">>;
  /** Runs soon, before the screen is drawn; a hidden tab draws none. @returns a function that takes it back. */
  soon: (work: () => void) => () => void;
  /** The portal speaks a newer version than this page. */
  tellOutdated: () => void;
}

/** A subscription that is not confirmed within this time does not keep the screen from its values. */
const longestWaitMs = 5_000;
const againMs = 30_000;

/** Watches a container until the returned function is called. */
export function watchContainer(
  containerId: string,
  handlers: { readonly current: LiveContainerHandlers },
  ports: WatchPorts,
): () => void {
  const watch = new ContainerWatch(containerId, handlers, ports);
  return () => watch.end();
}

/**
 * While the link is up the topic is subscribed first and the snapshot taken then, so that no change falls between the two.
 * Messages that come before it wait, since one of them says of every value that it does not name that it is as old as the
 * message. Where both have a value, the screens go by its instant.
 */
class ContainerWatch {
  readonly #containerId: string;
  readonly #handlers: { readonly current: LiveContainerHandlers };
  readonly #ports: WatchPorts;
  readonly #leave: (() => void)[];
  #isEnded = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pending: ContainerMessage | undefined;
  #takeBack: (() => void) | undefined;
  /** Messages wait for a snapshot that is younger than the subscription. */
  #isHeld = true;
  #asked = 0;

  constructor(containerId: string, handlers: { readonly current: LiveContainerHandlers }, ports: WatchPorts) {
    this.#containerId = containerId;
    this.#handlers = handlers;
    this.#ports = ports;
    const { link } = ports;
    if (link.state === "live") this.#timer = setTimeout(() => void this.#ask(), longestWaitMs);
    else void this.#ask();
    const onConfirmed = () => {
      this.#isHeld = true;
      void this.#ask();
    };
    this.#leave = [
      link.onStateChange(() => (this.#isHeld ||= link.state !== "live")),
      link.onPersonal((message) => {
        if (isRecord(message) && message["command"] === "resync") void this.#ask();
      }),
      link.subscribe(nameOf(containerPath, { containerId }), (message) => this.#receive(message), onConfirmed),
    ];
  }

  end(): void {
    this.#isEnded = true;
    clearTimeout(this.#timer);
    this.#takeBack?.();
    for (const leave of this.#leave) leave();
  }

  #receive(message: unknown): void {
    if (!isRecord(message)) return;
    if (message["v"] !== liveMessageVersion) return this.#ports.tellOutdated();
    const change = message as ContainerMessage;
    const { ts, values } = this.#pending ?? change;
    this.#pending = { ...change, ts: Math.max(ts, change.ts), values: { ...values, ...change.values } };
    this.#flushSoon();
  }

  #flushSoon(): void {
    this.#takeBack ??= this.#ports.soon(() => {
      this.#takeBack = undefined;
      if (!this.#pending || this.#isHeld) return;
      const merged = this.#pending;
      this.#pending = undefined;
      this.#handlers.current.onChange(merged);
    });
  }

  async #ask(): Promise<void> {
    clearTimeout(this.#timer);
    const number = ++this.#asked;
    let nextMs = againMs;
    try {
      const { snapshot, everyS, watchS } = await this.#ports.register(this.#containerId);
      if (this.#isEnded) return;
      this.#handlers.current.onSnapshot?.(snapshot, everyS);
      nextMs = Math.max(5000, watchS * 800);
    } catch {
      // Silent: the shown values age, and the screen's own call says what is wrong.
    }
    if (this.#isEnded || number !== this.#asked) return;
    this.#isHeld = this.#ports.link.state !== "live";
    if (this.#pending) this.#flushSoon();
    this.#timer = setTimeout(() => void this.#ask(), nextMs);
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

import type { Identity } from "./broker-access.ts";

/** What the broker asks of those who know containers, people and storage. */
export interface BrokerParts {
  /** @returns who it is, or undefined when name, id or password are not right. */
  identify(login: Login): Promise<Identity | undefined>;
  /** May this person see this container now? */
  maySee(userId: string, containerId: string): Promise<boolean>;
  /** Is this identity still entitled to what is being delivered to it? */
  isEntitled(identity: Identity): boolean;
  /** Takes a controller's message; resolves when there was room for it, which holds back the sender until then. */
  take(message: UpMessage): Promise<void>;
  /** Any sign of life of a controller. */
  heard(containerId: string): void;
  opened(identity: Identity): void;
  /** A connection ended that no newer one of the same client has replaced. */
  closed(identity: Identity): void;
}

export interface Login {
  clientId: string;
  username: string;
  password: Buffer;
  isWebSocket: boolean;
}

export interface UpMessage {
  containerId: string;
  topic: string;
  payload: Buffer;
  /** Sent by the broker in the place of a controller that is gone. */
  isWill: boolean;
  /** What the portal itself measured of a container: stored like the rest, but no sign of life, never live, not answered. */
  isOwn?: true;
  /** By performance.now(). */
  arrivedMs: number;
}

/** What was refused or skipped since the start. */
export interface BrokerCounts {
  refusedPackets: number;
  refusedLogins: number;
  refusedPublishes: number;
  refusedSubscriptions: number;
  slowReaders: number;
}

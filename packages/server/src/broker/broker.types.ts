import type { Identity } from "./broker-access.ts";

/** A client that proved who it is and is not let in all the same; the message says why, for the log. */
export class LoginRefused extends Error {
  /** Of MQTT 3.1.1: the server does not allow this client. A wrong name or secret is answered by 5. */
  readonly returnCode = 2;
}

/** What the broker asks of the parts that know containers, people and storage. */
export interface BrokerOptions {
  /**
   * @returns who it is, or undefined when name, id or password are wrong.
   * @throws LoginRefused
   */
  identify(login: Login): Promise<Identity | undefined>;
  /** May this person see this container now? */
  maySee(userId: string, containerId: string): Promise<boolean>;
  /** Is this identity still entitled to what is being delivered to it? */
  isEntitled(identity: Identity): boolean;
  /** Accepts a controller's message; resolves when there was room for it, which holds back the sender until then. */
  take(message: UpMessage): Promise<void>;
  /** Any sign of life of a controller. */
  sawContact(containerId: string): void;
  opened(identity: Identity): void;
  /** A connection ended that was not replaced by a newer one of the same client. */
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
  /** Sent by the broker on behalf of a controller that is gone. */
  isWill: boolean;
  /** Measured by the portal itself: stored like the rest, but no sign of life, never live, never acknowledged. */
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

import type { UserMessage } from "@offgrid/contract/live/live.schema";

/** What the calls need of the live side; the broker feature implements it. */
export interface LiveHub {
  /**
   * Issues a credential for the browser's live connection, bound to a session.
   * @returns password (256-bit random, base64url) and its end of life; the user name is the user id.
   */
  issueCredential(session: { userId: string; sessionHash: Buffer }): { password: string; expiresAt: Date };
  /** Someone looks at a container: its controller is asked to send at once. @returns when to ask again. */
  watch(containerId: string): Date;
  /** Closes the live connections of a session before it returns; nothing is delivered to them afterwards. */
  endSession(sessionHash: Buffer): void;
  /** The same for every session of a person, whose credentials are over as well. */
  endUser(userId: string): void;
  /** Role, rights or containers of a person changed: tells their screens and closes them; they come back with new rights. */
  accessChanged(userId: string): void;
  /** Sends to one person's screens. */
  notify(userId: string, message: UserMessage): void;
  /** Closes a controller's connection, for example when its credential was revoked. */
  disconnectController(containerId: string): void;
}

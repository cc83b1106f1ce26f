/** Ids of one kind: of the caller's own things, of other people's, or of nothing. */
export interface Things {
  containerId: string;
  clusterId: string;
  serialNumber: string;
  uuid: string;
  userId: string;
  email: string;
  sessionId: string;
  passkeyId: string;
}

/** Ids that nothing has. */
export const none: Things = {
  containerId: "nowhere",
  clusterId: "no-cluster",
  serialNumber: "SN-nowhere",
  uuid: "00000000-0000-4000-8000-000000000000",
  userId: "nobody",
  email: "nobody@example.org",
  sessionId: "no-session",
  passkeyId: "no-passkey",
};

/** A fresh value for fields that must be unique. */
export type Fresh = () => string;

/** The input of a call about given things; a call without one has no ids in its input. */
export type Fixture = ((things: Things, fresh: Fresh) => unknown) | { plain: (fresh: Fresh) => unknown };

/** Of a call that names nothing that may be somebody's. */
export const plain = (body: unknown = {}): Fixture => ({ plain: () => body });

/** Of the right shape, and of nothing. */
export const noToken = "A".repeat(43);

import { createHash, timingSafeEqual } from "node:crypto";

import { ContainerId } from "@offgrid/contract/containers/containers.schema";

import { type Login, LoginRefused } from "../../broker/broker.types.ts";
import type { Identity } from "../../broker/broker-access.ts";
import { ConnectPace } from "../../broker/broker-pace.ts";
import type { Clock } from "../../core/clock.ts";
import type { Db } from "../../core/db.ts";
import { findSecret, noteSecretUsed } from "./telemetry.store.ts";

/** Controllers sign in with their container's secret; user name and client id are the container's id. */
export class Controllers {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #pace = new ConnectPace();
  readonly #onShared: (containerId: string) => void;

  /** @param onShared Called when connections under one id come so often that two devices must have it. */
  constructor(db: Db, clock: Clock, onShared: (containerId: string) => void) {
    this.#db = db;
    this.#clock = clock;
    this.#onShared = onShared;
  }

  async identify({ clientId, username, password }: Login): Promise<Identity | undefined> {
    if (clientId !== username) return undefined;
    const nowMs = this.#clock.now();
    const known = await checkSecret(this.#db, clientId, password, nowMs);
    if (known === undefined) return undefined;
    if (known.isRetired)
      throw new LoginRefused("The container is retired; whoever registers containers can take it back into service.");
    // Counted after the secret was checked, so that strangers cannot lock a container out.
    const { mayStay, isAlert } = this.#pace.judge(clientId, nowMs);
    if (isAlert) this.#onShared(clientId);
    return mayStay ? { kind: "controller", containerId: clientId } : undefined;
  }
}

/** Is this the secret of a container in service, or the one before it while that is still valid? */
export async function hasSecret(
  db: Db,
  containerId: string,
  secret: Login["password"],
  nowMs: number,
): Promise<boolean> {
  return (await checkSecret(db, containerId, secret, nowMs))?.isRetired === false;
}

/** @returns undefined where the secret is not that of the container. */
async function checkSecret(
  db: Db,
  containerId: string,
  secret: Login["password"],
  nowMs: number,
): Promise<{ isRetired: boolean } | undefined> {
  if (!ContainerId.safeParse(containerId).success) return undefined;
  const stored = await findSecret(db, containerId);
  if (!stored) return undefined;
  const hash = createHash("sha256").update(secret).digest();
  const { secretHash, previousSecretHash, previousSecretUntil, secretUsedAt } = stored;
  const isPrevious =
    previousSecretHash !== null && isEqual(previousSecretHash, hash) && (previousSecretUntil?.getTime() ?? 0) > nowMs;
  const isPresent = isEqual(secretHash, hash);
  if (isPresent && previousSecretHash !== null && secretUsedAt === null)
    await noteSecretUsed(db, containerId, secretHash, nowMs);
  return isPresent || isPrevious ? { isRetired: stored.retiredAt !== null } : undefined;
}

function isEqual(stored: Buffer, given: Buffer): boolean {
  return stored.length === given.length && timingSafeEqual(stored, given);
}

import { createHash, timingSafeEqual } from "node:crypto";

import { ContainerId } from "@offgrid/contract/containers/containers.schema";

import type { Login } from "../../broker/broker.types.ts";
import type { Identity } from "../../broker/broker-access.ts";
import { ConnectPace } from "../../broker/broker-pace.ts";
import type { Clock } from "../../core/clock.ts";
import type { Db } from "../../core/db.ts";
import { findSecret } from "./telemetry.store.ts";

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
    if (clientId !== username || !ContainerId.safeParse(clientId).success) return undefined;
    const stored = await findSecret(this.#db, clientId);
    if (!stored) return undefined;
    const nowMs = this.#clock.now();
    const hash = createHash("sha256").update(password).digest();
    const isCurrent = isEqual(stored.secretHash, hash);
    const { previousSecretHash, previousSecretUntil } = stored;
    const isPrevious =
      previousSecretHash !== null && isEqual(previousSecretHash, hash) && (previousSecretUntil?.getTime() ?? 0) > nowMs;
    if (!isCurrent && !isPrevious) return undefined;
    // Counted after the secret was checked, so that strangers cannot lock a container out.
    const { mayStay, isAlert } = this.#pace.judge(clientId, nowMs);
    if (isAlert) this.#onShared(clientId);
    return mayStay ? { kind: "controller", containerId: clientId } : undefined;
  }
}

function isEqual(stored: Buffer, given: Buffer): boolean {
  return stored.length === given.length && timingSafeEqual(stored, given);
}

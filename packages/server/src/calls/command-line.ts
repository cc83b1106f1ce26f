import { userInfo, hostname } from "node:os";

import { permissions } from "@offgrid/contract/core/access";
import { commandLineId } from "@offgrid/contract/core/command-line";
import { defaultLocale } from "@offgrid/contract/core/constants";
import { randomUUID } from "node:crypto";

import { hashToken } from "../core/token-hash.ts";
import type { Actor } from "./actor.ts";
import type { Origin } from "./handler.ts";

/** Whoever has a shell on the server: every right, which files and database give them anyway, and no account. */
export function commandLineActor(nowMs: number): Actor {
  return {
    userId: commandLineId,
    containers: "all",
    email: "",
    role: null,
    priority: 0,
    permissions,
    excludes: [],
    twoStep: false,
    mustSetUpTwoStep: false,
    sessionHash: hashToken(commandLineId),
    confirmedAtMs: nowMs,
    usedAtMs: nowMs,
  };
}

/** The audit has the user of the machine where it has the address of others. */
export function commandLineOrigin(): Origin {
  return { address: `${userInfo().username}@${hostname()}`, language: defaultLocale, requestId: randomUUID() };
}

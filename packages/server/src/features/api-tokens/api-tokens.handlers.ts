import { randomBytes } from "node:crypto";

import type { apiTokenCalls } from "@offgrid/contract/api-tokens/api-tokens.calls";
import { mostTokens } from "@offgrid/contract/api-tokens/api-token-limits";
import type { ApiTokenRow } from "@offgrid/contract/api-tokens/api-tokens.schema";
import { Refusal } from "@offgrid/contract/core/refusal";

import { apiTokenPrefix } from "../../calls/api-token.ts";
import type { Handlers } from "../../calls/handler.ts";
import { hashToken } from "../../core/token-hash.ts";
import * as apiTokens from "./api-tokens.store.ts";

const dayMs = 86_400_000;
/** Of the random part: enough to tell twenty apart, and no help to guess the rest. */
const hintLength = 4;

export const apiTokenHandlers: Handlers<typeof apiTokenCalls> = {
  apiTokenList: async (_, { actor, db }) => ({ data: (await apiTokens.list(db, actor.userId)).map(toRow) }),

  apiTokenCreate: async ({ name, days, permissions, mayChange }, { actor, db, clock, audit }) => {
    if ((await apiTokens.countLocked(db, actor.userId)) >= mostTokens) throw new Refusal("tokens_full");
    const token = apiTokenPrefix + randomBytes(32).toString("base64url");
    const nowMs = clock.now();
    const made = {
      id: randomBytes(9).toString("base64url"),
      name,
      hint: token.slice(0, apiTokenPrefix.length + hintLength),
      permissions,
      mayChange,
      createdAt: new Date(nowMs),
      expiresAt: new Date(nowMs + days * dayMs),
    };
    await apiTokens.insert(db, { ...made, userId: actor.userId, tokenHash: hashToken(token) });
    audit({ target: actor.userId, after: { apiToken: name, permissions, mayChange, days } });
    return { data: toRow({ ...made, lastUsedAt: null, lastAddress: null }), token };
  },

  apiTokenRemove: async ({ id }, { actor, db, audit }) => {
    const name = await apiTokens.remove(db, actor.userId, id);
    if (name === undefined) throw new Refusal("not_found");
    audit({ target: actor.userId, before: { apiToken: name } });
    return {};
  },
};

function toRow({ createdAt, expiresAt, lastUsedAt, ...row }: apiTokens.ApiToken): ApiTokenRow {
  return {
    ...row,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    lastUsed: lastUsedAt?.toISOString() ?? null,
  };
}

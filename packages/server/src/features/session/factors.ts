import { randomInt } from "node:crypto";

import { Refusal } from "@offgrid/contract/core/refusal";

import type { CallContext } from "../../calls/handler.ts";
import type { Db } from "../../core/db.ts";
import type { SecretBox } from "../../core/secret-box.ts";
import * as factors from "./factors.store.ts";
import { stepOfCode } from "./totp.ts";

const tries = 5;
const triesWindowMs = 5 * 60_000;
const codeShape = /^\d{6}$/;
const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";

export const totpPurpose = (userId: string) => `totp ${userId}`;

/** Eighty bits each, in groups for typing. */
export function makeRecoveryCodes(): string[] {
  const letter = () => alphabet[randomInt(alphabet.length)];
  const group = () => Array.from({ length: 4 }, letter).join("");
  return Array.from({ length: 10 }, () => Array.from({ length: 4 }, group).join("-"));
}

/** Undefined: it was sealed with a key that is lost, and recovery codes are what is left. */
function secretIn(box: SecretBox, totpSealed: Buffer, userId: string): Buffer | undefined {
  try {
    return Buffer.from(box.open(totpSealed, totpPurpose(userId)), "base64");
  } catch {
    return undefined;
  }
}

/**
 * Accepts the code of an app or a recovery code, each once.
 * @throws Refusal bad_code; too_many after five in five minutes.
 */
export async function mustTakeSecondFactor(
  { limits, clock, box }: Pick<CallContext<unknown>, "limits" | "clock" | "box">,
  tx: Db,
  userId: string,
  code: string,
): Promise<void> {
  await limits.take(`factor ${userId}`, tries, triesWindowMs);
  const { totpSealed, totpLastStep } = await factors.lockTotp(tx, userId);
  if (!totpSealed) return;
  const plain = code.replaceAll(" ", "");
  const secret = codeShape.test(plain) ? secretIn(box, totpSealed, userId) : undefined;
  const step = secret && stepOfCode(secret, plain, clock.now(), totpLastStep);
  if (step !== undefined) await factors.useTotpStep(tx, userId, step);
  else if (!(await factors.useRecoveryCode(tx, userId, code))) throw new Refusal("bad_code");
  await limits.forget(`factor ${userId}`);
}

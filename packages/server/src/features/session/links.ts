import { createHash } from "node:crypto";

import type { LocaleCode } from "@offgrid/contract/core/constants";
import { defaultLocale } from "@offgrid/contract/core/constants";

import type { Db } from "../../core/db.ts";
import type { CallContext } from "../../core/handler.ts";
import { type Letter, compose } from "../mails/mails.ts";
import * as tokens from "./mail-tokens.store.ts";

/** What writing a mail takes of a call. */
export type Post = Pick<CallContext<unknown>, "clock" | "config" | "outbox" | "url" | "afterCommit">;

export interface Addressee {
  id: string;
  firstName: string;
  language: LocaleCode | undefined;
}

const messageLifeMs = 24 * 3_600_000;

/** Address of a page with a token behind the `#`, where no server and no log sees it. */
export function linkTo(url: string, page: string, hash: string, language: LocaleCode = defaultLocale): string {
  return `${url}${language === defaultLocale ? "" : `/${language}`}/${page}#${hash}`;
}

/** Writes an invitation, a reset or a verification into the transaction. @param email Where it goes, and what it proves. */
export async function postLink(
  post: Post,
  db: Db,
  to: Addressee & { email: string },
  letter: { kind: "invite"; by: string } | { kind: "reset" } | { kind: "verify" },
): Promise<void> {
  const { kind } = letter;
  const { token, expiresAt } = await tokens.make(db, kind, { userId: to.id, email: to.email }, post.clock.now());
  const page = kind === "verify" ? "users/verify" : "reset-pass";
  const hash = `token=${token}${kind === "invite" ? "&invite=1" : ""}`;
  const link = linkTo(post.url, page, hash, to.language);
  await write(
    post,
    db,
    to,
    kind === "verify" ? { kind, link, email: to.email } : { ...letter, link },
    expiresAt,
    token,
  );
}

/** Writes a mail without a link. */
export async function postNotice(
  post: Post,
  db: Db,
  to: Addressee & { email: string },
  letter: Extract<Letter, { kind: "changed" | "taken" }>,
): Promise<void> {
  const nowMs = post.clock.now();
  await write(post, db, to, letter, new Date(nowMs + messageLifeMs), `${letter.email} ${nowMs}`);
}

async function write(
  { config, outbox, afterCommit }: Post,
  db: Db,
  to: Addressee & { email: string },
  letter: Letter,
  expiresAt: Date,
  distinct: string,
): Promise<void> {
  const mail = compose(letter, { ...to, language: to.language ?? defaultLocale }, config);
  const key = `${letter.kind} ${to.id} ${createHash("sha256").update(distinct).digest("base64url")}`;
  await outbox.write(db, key, mail, expiresAt);
  afterCommit(() => outbox.kick());
}

import { z } from "zod";

import type { Access } from "./access.ts";
import type { RefusalCode } from "./refusal.ts";

/**
 * Everything about a call except its implementation: types, checks, permission and documents all come from this value.
 */
export interface Call {
  summary: string;
  access: Access;
  /**
   * For a call that everyone signed in may make about themselves: the key of its input that names the person, by id or by
   * address. Made about anybody else it is a matter of the permission `users`, with all that is asked of its holders.
   */
  person?: "userId" | "email";
  /** "write" runs in a transaction and leaves a line in the audit. */
  effect: "read" | "write";
  /** For a public call: a caller who is signed in may send the session, and the handler then learns who it is. */
  identity?: "optional";
  /** Allowed only within ten minutes of the caller giving their password or passkey again (`confirmPassword`). */
  stepUp?: true;
  /**
   * Of a call that anyone signed in may make: programs may make it with an API token too. Calls with a permission need no
   * word for it: a token that was lent the permission may make them.
   */
  forTokens?: true;
  /** Screens make this call by themselves, so it is no sign that someone is there and does not prolong the session. */
  background?: true;
  /**
   * Of a call that reads only, and counts and notes nothing: it begins with the rights that its caller had a moment ago,
   * while those of now are looked up. It is answered only where they are the same; else it is made again.
   */
  ahead?: true;
  /**
   * How many calls a minute are allowed, besides the common limit; public calls are counted per network, others per
   * session.
   */
  perMinute?: number;
  /**
   * The handler opens its transaction itself, because slow work (hashing) comes first and must not hold a connection.
   */
  ownTransaction?: true;
  /** "file": answers with a file as a stream instead of JSON; a refusal stays JSON. `output` is then `noOutput`. */
  answers?: "file";
  /** The largest body, for calls that take a file. Other calls have the portal's common limit. */
  bodyLimitBytes?: number;
  input: z.ZodType;
  output: z.ZodObject;
  /** Codes beyond the common ones. */
  errors?: readonly RefusalCode[];
}

/** Calls by wire name: `getSites` is `POST {API_BASE}/getSites`. */
export type CallMap = Record<string, Call>;

/** What a handler gets: the checked input. */
export type InputOf<C extends Call> = z.output<C["input"]>;
/** What a caller sends. */
export type RequestOf<C extends Call> = z.input<C["input"]>;
/** What a handler returns; the dispatch pipeline adds `status: "ok"` and drops what the schema does not name. */
export type OutputOf<C extends Call> = z.input<C["output"]>;
/** What a caller receives. */
export type AnswerOf<C extends Call> = { status: "ok" } & z.output<C["output"]>;

/** Input of a call that takes nothing. */
export const noInput = z.strictObject({});
/** Answer of a call that only says ok. */
export const noOutput = z.object({});

/** An instant as ISO 8601 in UTC. There is no year 0, which a database refuses. */
export const Instant = z.iso.datetime().refine((text) => !text.startsWith("0000"), "There is no year 0.");

/** Names a container in the input of a call. */
export const ContainerId = z.string().min(1).max(64);

/** What all calls that show something of one container have in common. */
export const readsContainer = {
  access: "view",
  effect: "read",
  input: z.strictObject({ containerId: ContainerId }),
} as const;

/** Input shared by all lists. */
export const listInput = {
  page: z.int().min(1).optional(),
  pageSize: z.int().min(1).max(200).optional(),
  sort: z.string().max(64).optional(),
  search: z.string().max(128).optional(),
};

/** What a refusal looks like on the wire. */
export const RefusalAnswer = z.object({
  status: z.literal("error"),
  code: z.string(),
  message: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  requestId: z.string().optional(),
  /** Whose command or lock is in the way, and since when. */
  holder: z.object({ name: z.string().nullable(), since: Instant }).optional(),
});
export type RefusalAnswer = z.infer<typeof RefusalAnswer>;

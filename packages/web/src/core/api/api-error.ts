import type { Holder, RefusalCode } from "@offgrid/contract/core/refusal";

/** The portal's own refusals, and what can go wrong on the way to it. */
export type ApiErrorCode = RefusalCode | "unreachable" | "timed_out" | "bad_answer";

export interface ApiErrorDetail {
  code: ApiErrorCode;
  /** HTTP status; 0 when there was no answer. */
  status: number;
  /** Sentence of the server in the reader's language, or the code. */
  message: string;
  /** What is wrong with which input field, by its path. */
  fields?: Readonly<Record<string, string>> | undefined;
  /** Identifies this answer in the server's log. */
  requestId?: string | undefined;
  /** Seconds after which another try makes sense. */
  retryAfterS?: number | undefined;
  /** Whose command or lock is in the way. */
  holder?: Holder | undefined;
  /** Is it the portal's own refusal? Others between the page and the portal answer too, such as the sign-in of a hotel. */
  isOwn?: boolean | undefined;
}

/** A call that did not succeed. Screens show the sentence `shared:refusal.<code>`. */
export class ApiError extends Error {
  readonly code: ApiErrorCode;
  readonly status: number;
  readonly fields: Readonly<Record<string, string>> | undefined;
  readonly requestId: string | undefined;
  readonly retryAfterS: number | undefined;
  readonly holder: Holder | undefined;
  readonly isOwn: boolean;

  constructor(detail: ApiErrorDetail) {
    super(detail.message);
    this.name = "ApiError";
    this.code = detail.code;
    this.status = detail.status;
    this.fields = detail.fields;
    this.requestId = detail.requestId;
    this.retryAfterS = detail.retryAfterS;
    this.holder = detail.holder;
    this.isOwn = detail.isOwn ?? false;
  }
}

/** Was there no way to the portal? What was received before is then all that there is. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && error.code === "unreachable";
}

import type { SecretBox } from "../../core/secret-box.ts";

const purpose = "report-stop";

export interface Stopped {
  reportId: string;
  userId: string;
  /** Whose report it is, so that they are stopped also once it is deleted; undefined in mails of older portals. */
  ownerId?: string | undefined;
}

/** Stands in the mail to one person and stops its sender for them: sealed, so that nobody else can make one. */
export function stopToken(box: SecretBox, { reportId, userId, ownerId }: Stopped): string {
  return box.seal(JSON.stringify([reportId, userId, ownerId]), purpose).toString("base64url");
}

/** @returns undefined where the portal did not make it. */
export function readStopToken(box: SecretBox, token: string): Stopped | undefined {
  try {
    const parts = JSON.parse(box.open(Buffer.from(token, "base64url"), purpose)) as [string, string, string?];
    const [reportId, userId, ownerId] = parts;
    return { reportId, userId, ownerId };
  } catch {
    return undefined;
  }
}

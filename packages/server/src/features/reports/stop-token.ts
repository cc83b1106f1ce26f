import type { SecretBox } from "../../core/secret-box.ts";

const purpose = "report-stop";

interface Stopped {
  reportId: string;
  userId: string;
}

/** Stands in the mail to one person and stops one report for them: sealed, so that nobody else can make one. */
export function stopToken(box: SecretBox, { reportId, userId }: Stopped): string {
  return box.seal(JSON.stringify([reportId, userId]), purpose).toString("base64url");
}

/** @returns undefined where the portal did not make it. */
export function readStopToken(box: SecretBox, token: string): Stopped | undefined {
  try {
    const [reportId, userId] = JSON.parse(box.open(Buffer.from(token, "base64url"), purpose)) as [string, string];
    return { reportId, userId };
  } catch {
    return undefined;
  }
}

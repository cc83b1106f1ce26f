import { onTestFinished } from "vitest";

import { type StandIn, startStandIn } from "../../testing/stand-in.ts";

/** Services that webhooks lead to, and what they were told. For tests only. */

export async function aService(answer: StandIn["answer"] = { body: "ok" }): Promise<StandIn> {
  const service = await startStandIn(answer);
  onTestFinished(() => service.stop());
  return service;
}

export const webhookTo = ({ url }: StandIn, path = "/hook") => ({
  kind: "webhook" as const,
  url: `${url}${path}`,
  secret: "abc",
});

export interface Body {
  id: string;
  text: string;
  items: { kind: string; incidentId: string; warnings: { containerName: string; value: number | null }[] }[];
}
export const bodies = ({ asked }: StandIn) => asked.map(({ body }) => JSON.parse(body.toString()) as Body);

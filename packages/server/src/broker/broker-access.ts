import type { Topic } from "@offgrid/contract/core/topic";
import { topics } from "@offgrid/contract/topics";
import { containerTopic, userTopic } from "@offgrid/contract/live/live.topics";
import { stateTopic } from "@offgrid/contract/telemetry/telemetry.topics";

/** The access list of the broker, derived from the topic registry. Pure. */

/** Who is at the other end of a connection. */
export type Identity =
  | { kind: "controller"; containerId: string }
  | { kind: "screen"; userId: string; sessionKey: string };

const longestTopicBytes = 256;
const upTopics = topics.filter((topic) => topic.publish === "controller");
const downTopics = topics.filter((topic) => topic.subscribe === "controller");

/** The container whose up topic this is. */
export function publisherOf(name: string): string | undefined {
  if (Buffer.byteLength(name) > longestTopicBytes) return undefined;
  for (const topic of upTopics) {
    const containerId = containerOf(topic, name);
    if (containerId !== undefined) return containerId;
  }
  return undefined;
}

function containerOf(topic: Topic, name: string): string | undefined {
  const parameters: Record<string, string> | undefined = topic.match(name);
  return parameters?.["containerId"];
}

/** May this message be published? Screens publish nothing; a controller its own up topics, retained only its state. */
export function mayPublish(identity: Identity, packet: { topic: string; retain?: boolean }): boolean {
  if (identity.kind !== "controller" || publisherOf(packet.topic) !== identity.containerId) return false;
  return !packet.retain || isOwnState(identity.containerId, packet.topic);
}

/** A controller may only set a will on its own state topic. */
export function isOwnState(containerId: string, name: string): boolean {
  return stateTopic.match(name)?.containerId === containerId;
}

/**
 * What a subscription asks for: allowed, refused, or the live topic of a container, which the screen's user must see.
 * Only exact names are ever allowed, so wildcards and `$` topics fall through.
 */
export function subscriptionOf(identity: Identity, name: string): "allowed" | "refused" | { containerId: string } {
  if (Buffer.byteLength(name) > longestTopicBytes || /[+#$]/.test(name)) return "refused";
  if (identity.kind === "controller") {
    const own = downTopics.some((topic) => containerOf(topic, name) === identity.containerId);
    return own ? "allowed" : "refused";
  }
  const user = userTopic.match(name);
  if (user) return user.userId === identity.userId ? "allowed" : "refused";
  return containerTopic.match(name) ?? "refused";
}

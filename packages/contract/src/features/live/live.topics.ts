import { topic } from "../../core/topic.ts";
import { containerPath } from "./live.paths.ts";
import { ContainerMessage, UserMessage } from "./live.schema.ts";

export const userTopic = topic("ui/user/{userId}", {
  summary: "Notifications of one person and states of the containers that they see.",
  payload: UserMessage,
  publish: "server",
  subscribe: "screen",
});

export const containerTopic = topic(containerPath, {
  summary: "Changed values of one container, at most once a second on average; the call gives the snapshot first.",
  payload: ContainerMessage,
  publish: "server",
  subscribe: "screen",
});

import { randomBytes } from "node:crypto";

import { UserMessage } from "@offgrid/contract/live/live.schema";
import mqtt from "mqtt";
import { onTestFinished } from "vitest";

import { type Actor, thePortal } from "./cast.ts";

/** What reaches a person's screens from now on, until the test ends; the list grows. */
export async function userMessages(person: Actor): Promise<readonly UserMessage[]> {
  const { topic, url, username, password } = await person.call("registerLiveNotification", {});
  const client = await mqtt.connectAsync(`ws://127.0.0.1:${(await thePortal()).port}${url}`, {
    clientId: `portal-${randomBytes(8).toString("hex")}`,
    username,
    password,
    reconnectPeriod: 0,
  });
  onTestFinished(() => client.endAsync(true));
  const messages: UserMessage[] = [];
  client.on("message", (_, payload) => messages.push(UserMessage.parse(JSON.parse(payload.toString()))));
  await client.subscribeAsync(topic);
  return messages;
}

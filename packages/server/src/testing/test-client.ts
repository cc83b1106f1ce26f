import mqtt, { type IClientOptions, type MqttClient } from "mqtt";

/** A connection of a test over MQTT, with what it has received. */
export interface TestClient {
  mqtt: MqttClient;
  messages: { topic: string; value: unknown }[];
  send(topic: string, value: unknown, options?: { qos?: 0 | 1; retain?: boolean }): Promise<void>;
  /** The first message on the topic that fits, now or later. */
  next<T = Record<string, unknown>>(topic: string, fits?: (value: T) => boolean): Promise<T>;
  /** Resolves when the connection has ended. */
  closed(): Promise<void>;
}

/**
 * Connects to a broker, for a test.
 * @param clients Where it is added, for whoever ends them.
 */
export async function openClient(clients: MqttClient[], url: string, options: IClientOptions): Promise<TestClient> {
  const client = mqtt.connect(url, { protocolVersion: 4, clean: true, keepalive: 60, reconnectPeriod: 0, ...options });
  clients.push(client);
  const messages: TestClient["messages"] = [];
  const waiting = new Set<() => void>();
  client.on("message", (topic, payload) => {
    messages.push({ topic, value: JSON.parse(payload.toString()) });
    for (const wake of waiting) wake();
  });
  const ended = new Promise<void>((resolve) => client.once("close", () => resolve()));
  await new Promise<void>((resolve, reject) => {
    client.once("connect", () => resolve());
    client.once("error", reject);
    client.once("close", () => reject(new Error("the connection was closed")));
  });
  client.on("error", () => {});
  return {
    mqtt: client,
    messages,
    send: async (topic, value, { qos = 1, retain = false } = {}) => {
      const payload = typeof value === "string" || Buffer.isBuffer(value) ? value : JSON.stringify(value);
      await client.publishAsync(topic, payload, { qos, retain });
    },
    next: <T>(topic: string, fits: (value: T) => boolean = () => true) =>
      new Promise<T>((resolve) => {
        const look = () => {
          const index = messages.findIndex((message) => message.topic === topic && fits(message.value as T));
          if (index < 0) return;
          waiting.delete(look);
          resolve(messages.splice(index, 1)[0]?.value as T);
        };
        waiting.add(look);
        look();
      }),
    closed: () => ended,
  };
}

/** docs/topics.md and docs/metrics.md, from the contract. */
import { framesPerMessage, liveWindowMs, packetLimitBytes } from "@offgrid/contract/core/constants";
import type { Topic } from "@offgrid/contract/core/topic";
import { type Metric, metrics, type Unit, units } from "@offgrid/contract/telemetry/metrics";
import { type Bounds, readingBounds } from "@offgrid/contract/telemetry/reading-bounds";
import { topics } from "@offgrid/contract/topics";
import { brokerLimits } from "@offgrid/server/broker/broker-limits";
import { blockedForMs, connectsPerMinute } from "@offgrid/server/broker/broker-pace";

import { jsonSchema, shape } from "./docs.shape.ts";

export function topicsDocument(): string {
  const of = (publisher: Topic["publish"], subscriber: Topic["subscribe"]) =>
    topics.filter((topic) => topic.publish === publisher && topic.subscribe === subscriber);
  return `# Topics

JSON over MQTT 3.1.1 with QoS 1: controllers over TCP, or over the WebSocket \`/mqtt\` that the screens use. **Every time
(\`t\`, \`ts\`) is an absolute instant in epoch milliseconds, UTC**: never seconds, and never relative to another frame. A
client may publish and subscribe only the topics of its own id; wildcards are refused, and only a topic marked as
retained may be retained. A payload may be compressed with gzip; inflated it may be as large as a plain one.

## Connecting

| | |
|---|---|
| Address | what \`offgrid-portal containers add\` and the call \`registerNewContainer\` print: \`mqtt://<host>:1883\`, with TLS \`mqtts://<host>:8883\`; where MQTT listens on its machine alone and \`PUBLIC_URL\` is https, \`wss://<host>/mqtt\` |
| User name | the container's id |
| Password | the container's secret |
| Client id | the container's id. A second connection under it ends the first, so two programs cannot share one |
| Connections | at most ${connectsPerMinute} a minute under one id; beyond that the id is refused for ${blockedForMs / 60_000} minutes. Wait between attempts, twice as long each time |
| First packet | within ${brokerLimits.connectTimeoutMs / 1_000} s of opening the connection |
| Size of a message | at most ${packetLimitBytes / 1024} KiB and ${framesPerMessage.toLocaleString("en-GB")} frames |

A program that only has numbers to report (a **simple publisher**) needs one message and no birth:

\`\`\`text
topic    offgrid/1/{containerId}/data
payload  {"ts": 1790000000000, "values": {"battery.soc": 64, "load.power": 820}}
\`\`\`

A list of such frames brings several instants at once. Values are in the units of [metrics.md](metrics.md). Subscribe to
\`offgrid/1/{containerId}/ack\` to learn what became of them: the times that are stored; \`error\` and \`bad\` with what was
refused, by the number of its frame (from 0) and its metric; \`conflicts\` and \`conflictsAt\` with readings that differ from
what is stored for their instant, where the first value stays. Send again whatever is not acknowledged: storing it twice
changes nothing. Frames older than ${liveWindowMs.past / 60_000} minutes or more than ${liveWindowMs.future / 60_000} minutes ahead are stored but not shown as live; when a
program's times stay wrong by the same, the container's page says that its clock is wrong.

## From a controller to the portal

${of("controller", "server").map(topicText).join("\n\n")}

## From the portal to a controller

${of("server", "controller").map(topicText).join("\n\n")}

## From the portal to the screens

${of("server", "screen").map(topicText).join("\n\n")}
`;
}

function topicText(topic: Topic): string {
  return `### ${topic.pattern}

${topic.summary}${topic.retained ? " Retained." : ""}

\`\`\`text
${shape(jsonSchema(topic.payload, "input"))}
\`\`\``;
}

export function metricsDocument(): string {
  const all: [string, Metric][] = Object.entries(metrics);
  return `# Metrics

The catalogue of what containers measure: ${all.length} metrics. A container may add its own names in its birth message.
*Kind*: a gauge is a level, a counter only rises (but for resets), a state is a small whole number with meanings. *Fold* is
how a longer span becomes one number: the mean, the energy (power integrated over time), the growth of a counter, or the
last value. Units are unscaled; screens show kW and kWh. What is *counted by the portal* needs no controller: what one
sends under such a name is passed over. A reading beyond what its metric can be is refused by its cell, and the ack names it:

| Unit | From | To |
|---|---|---|
${units.flatMap((unit) => boundsRow(unit, all)).join("\n")}
| percent, of a state of charge | ${boundsText(readingBounds("battery.soc"))} |
| of other metrics | ${boundsText(readingBounds(""))} |

| Metric | Unit | Kind | Fold | Decimals | English | French | Sign, meanings |
|---|---|---|---|---|---|---|---|
${all.map(([name, metric]) => metricRow(name, metric)).join("\n")}
`;
}

function boundsRow(unit: Unit, all: readonly [string, Metric][]): string[] {
  const others = all.filter(([name]) => !name.endsWith(".soc"));
  const [name] = others.find(([, metric]) => metric.unit === unit) ?? [];
  return name === undefined ? [] : [`| ${unit} | ${boundsText(readingBounds(name))} |`];
}

function boundsText({ from, to }: Bounds): string {
  return `${from.toLocaleString("en")} | ${to.toLocaleString("en")}`;
}

function metricRow(name: string, metric: Metric): string {
  const meanings = Object.entries(metric.states ?? {}).map(([value, word]) => `${value} ${word}`);
  const owner = metric.isOwn ? ["counted by the portal: all bytes of MQTT, read at the end of each quarter hour"] : [];
  const notes = [...(metric.sign === undefined ? [] : [metric.sign]), ...meanings, ...owner].join(", ");
  return `| \`${name}\` | ${metric.unit} | ${metric.kind} | ${metric.fold} | ${metric.decimals} | ${metric.en} | ${metric.fr} | ${notes} |`;
}

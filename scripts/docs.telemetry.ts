/** docs/topics.md and docs/metrics.md, from the contract. */
import type { Topic } from "@offgrid/contract/core/topic";
import { type Metric, metrics } from "@offgrid/contract/telemetry/metrics";
import { topics } from "@offgrid/contract/topics";

import { jsonSchema, shape } from "./docs.shape.ts";

export function topicsDocument(): string {
  const of = (publisher: Topic["publish"], subscriber: Topic["subscribe"]) =>
    topics.filter((topic) => topic.publish === publisher && topic.subscribe === subscriber);
  return `# Topics

JSON over MQTT 3.1.1 with QoS 1: controllers over TCP, or over the WebSocket \`/mqtt\` that the screens use. Times are epoch
milliseconds in UTC. A client may publish and subscribe only the topics of its own id; wildcards are refused, and only a topic marked as retained may be retained. A payload may be compressed with gzip; inflated it may be as large as a plain one.

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
sends under such a name is passed over.

| Metric | Unit | Kind | Fold | Decimals | English | French | Sign, meanings |
|---|---|---|---|---|---|---|---|
${all.map(([name, metric]) => metricRow(name, metric)).join("\n")}
`;
}

function metricRow(name: string, metric: Metric): string {
  const meanings = Object.entries(metric.states ?? {}).map(([value, word]) => `${value} ${word}`);
  const owner = metric.isOwn ? ["counted by the portal: all bytes of MQTT, read at the end of each quarter hour"] : [];
  const notes = [...(metric.sign === undefined ? [] : [metric.sign]), ...meanings, ...owner].join(", ");
  return `| \`${name}\` | ${metric.unit} | ${metric.kind} | ${metric.fold} | ${metric.decimals} | ${metric.en} | ${metric.fr} | ${notes} |`;
}

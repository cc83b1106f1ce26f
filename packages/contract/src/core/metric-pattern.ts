/** What a metric is called: dotted lower-case words, digits and underscores. No schema library here: screens import it. */
export const metricPattern = /^[a-z][a-z0-9_]*(\.[a-z0-9_]+)*$/;
export const longestMetricName = 64;

import { z } from "zod";

import { longestMetricName, metricPattern } from "./metric-pattern.ts";

/** Dotted lower-case words, digits and underscores. */
export const MetricName = z.string().regex(metricPattern).max(longestMetricName);

import { z } from "zod";

import { type CallMap, noInput, noOutput } from "../../core/call.ts";
import { shownName } from "../../core/shown-name.ts";
import { Cluster, ClusterId } from "./clusters.schema.ts";

export const clusterCalls = {
  clusterList: {
    summary:
      "The clusters with a container that the caller sees, and those that the caller made; whoever sees all containers gets all clusters.",
    access: "view",
    effect: "read",
    input: noInput,
    output: z.object({ data: z.array(Cluster) }),
  },
  clusterSave: {
    summary:
      "Make a cluster, or change its name and containers. They leave the clusters that they were in; containers that the caller does not see stay where they are.",
    access: "clusters",
    effect: "write",
    input: z.strictObject({
      /** Absent: a new one. */
      id: ClusterId.optional(),
      /** Differs from the names of the other clusters that the caller sees, ignoring case. */
      name: shownName(64).default(""),
      /** Of the containers that the caller sees, all that the cluster is to hold. */
      containers: z.array(z.string().min(1).max(64)).max(2_000).default([]),
    }),
    output: z.object({ data: z.object({ id: ClusterId }) }),
    errors: ["cluster_incomplete", "cluster_name_used", "cluster_shared"],
  },
  clusterDelete: {
    summary: "Delete a cluster; its containers stay and belong to none.",
    access: "clusters",
    effect: "write",
    input: z.strictObject({ id: ClusterId }),
    output: noOutput,
    errors: ["cluster_shared"],
  },
} satisfies CallMap;

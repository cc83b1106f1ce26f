import { z } from "zod";

export const ClusterId = z.string().min(1).max(64);

/** A named group of containers; a container belongs to at most one cluster. */
export const Cluster = z.object({
  id: ClusterId,
  name: z.string(),
  /** Ids of the containers that the caller sees, in the order of their names. */
  containers: z.array(z.string()),
  createdAt: z.iso.datetime(),
  /** The caller may rename and delete it: has the permission and sees every container in it. */
  canEdit: z.boolean(),
});
export type Cluster = z.infer<typeof Cluster>;

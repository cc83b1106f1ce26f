/**
 * The states of the link to a container; each container is in one of them. never: it has not been in contact yet, so
 * nothing went wrong there, and nothing is known of it. The wire has that as `offline` without `lastSeen`.
 */
export const containerLinks = ["online", "just_offline", "offline", "never"] as const;
export type ContainerLink = (typeof containerLinks)[number];

/** The state of the link to a container, by which all counts, filters, files and figures have it. */
export function containerLink({
  status,
  lastSeen,
}: {
  status: Exclude<ContainerLink, "never">;
  /** Null: never seen. */
  lastSeen: string | Date | null;
}): ContainerLink {
  return status === "offline" && lastSeen === null ? "never" : status;
}

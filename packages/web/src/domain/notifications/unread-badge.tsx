import { Badge } from "@mantine/core";

/** That something is unread is no state of a container: neither green nor red. */
export function UnreadBadge({ word }: { word: string }) {
  return (
    <Badge size="sm" variant="outline" color="var(--og-info)" tt="none">
      {word}
    </Badge>
  );
}

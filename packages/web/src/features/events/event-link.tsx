import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

import type { EventsSearch } from "./events.search.ts";

interface Props {
  /** What is listed, which stays behind the event. */
  search: EventsSearch;
  id: string;
  children: ReactNode;
}

/** As high as a finger needs it, and apart from the name of the container below. */
const look = { display: "inline-block", paddingBlock: 3, marginBlockEnd: 3, color: "var(--og-text)" } as const;

/** Opens an event beside the list, by an address of its own. */
export function EventLink({ search, id, children }: Props) {
  return (
    <Link className="og-name-link" style={look} to="/events" search={{ ...search, event: id }} resetScroll={false}>
      {children}
    </Link>
  );
}

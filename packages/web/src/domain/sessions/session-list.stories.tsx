import type { SessionRow } from "@offgrid/contract/session/session.schema";

import { nowMs } from "../../testing/samples.ts";
import type { Story } from "../../testing/story.tsx";
import { SessionList } from "./session-list.tsx";

const ago = (days: number) => new Date(nowMs - days * 86_400_000).toISOString();
const expiresAt = new Date(nowMs + 86_400_000).toISOString();

const here: SessionRow = {
  id: "a",
  createdAt: ago(1),
  lastUsed: ago(0),
  expiresAt,
  address: "192.0.2.7",
  agent: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
  current: true,
};
const elsewhere: SessionRow = {
  id: "b",
  createdAt: ago(9),
  lastUsed: ago(1),
  expiresAt,
  address: null,
  agent: null,
  current: false,
};

export const stories: readonly Story[] = [
  {
    name: "session-list",
    room: "wide",
    states: {
      "here and elsewhere": () => <SessionList sessions={[here, elsewhere]} ending={undefined} onEnd={() => {}} />,
      ending: () => <SessionList sessions={[elsewhere]} ending="b" onEnd={() => {}} />,
    },
  },
];

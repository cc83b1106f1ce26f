import type { Story } from "../../testing/story.tsx";
import { type Mark, StateMark, StatusMark } from "./status-mark.tsx";

const marks: readonly Mark[] = [
  "online",
  "just_offline",
  "offline",
  "never",
  "critical",
  "warning",
  "info",
  "works",
  "works_planned",
];

export const stories: readonly Story[] = [
  {
    name: "status-mark",
    room: "inline",
    states: {
      ...Object.fromEntries(marks.map((state) => [state, () => <StatusMark state={state} />])),
      "was online": () => <StateMark state="online" isLastKnown />,
      "were online": () => <StateMark state="online" count={12} isLastKnown />,
      "word hidden": () => <StatusMark state="offline" wordHidden />,
    },
  },
];

import type { Story } from "../../testing/story.tsx";
import { DefinitionsLink } from "./definitions-link.tsx";

export const stories: readonly Story[] = [
  {
    name: "definitions-link",
    states: {
      energy: () => <DefinitionsLink page="energy-terms" />,
      forecast: () => <DefinitionsLink page="blackout" />,
    },
  },
];

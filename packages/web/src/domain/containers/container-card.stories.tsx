import type { Story } from "../../testing/story.tsx";
import { useWords } from "../../testing/story-words.ts";
import { ContainerCard } from "./container-card.tsx";
import { fakeNowMs, fakeContainer, minutesAgo } from "./container-row.fake.ts";

const healthy = fakeContainer({ favorite: true, warnings: 2 });
const silent = fakeContainer({ name: "Kisumu school", status: "just_offline", valuesAt: minutesAgo(12) });
const never = fakeContainer({
  name: "Agadez",
  status: "offline",
  valuesAt: null,
  soc: null,
  solarPower: null,
  loadPower: null,
});

function LongName() {
  return <ContainerCard container={fakeContainer({ name: useWords().longName })} now={fakeNowMs} />;
}

export const stories: readonly Story[] = [
  {
    name: "container-card",
    states: {
      "favorite with warnings": () => <ContainerCard container={healthy} now={fakeNowMs} />,
      "just offline": () => <ContainerCard container={silent} now={fakeNowMs} />,
      "never seen": () => <ContainerCard container={never} now={fakeNowMs} />,
      "long name": LongName,
    },
  },
];

import type { Story } from "../../testing/story.tsx";
import { useWords } from "../../testing/story-words.ts";
import { ContainerCard } from "./container-card.tsx";
import { fakeNowMs, fakeContainer, fakeEnergy, minutesAgo } from "./container-row.fake.ts";

const healthy = fakeContainer({ favorite: true, warnings: 2 });
const silent = fakeContainer({ name: "Kisumu school", status: "just_offline", valuesAt: minutesAgo(12) });
const never = fakeContainer({
  name: "Agadez",
  status: "offline",
  lastSeen: null,
  valuesAt: null,
  soc: null,
  solarPower: null,
  loadPower: null,
  energy: fakeEnergy("unknown", { at: null }),
});
const cut = fakeContainer({
  name: "Tamale school",
  soc: 12,
  loadPower: 0,
  energy: fakeEnergy("cut", { since: minutesAgo(690), backAt: minutesAgo(-65) }),
});
const stopped = fakeContainer({
  name: "Jumla post",
  olderAt: { soc: minutesAgo(190), loadPower: minutesAgo(190) },
  energy: fakeEnergy("unknown", { at: minutesAgo(190) }),
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
      "loads cut": () => <ContainerCard container={cut} now={fakeNowMs} />,
      "loads cut, in a word": () => <ContainerCard container={cut} now={fakeNowMs} isBrief />,
      "sensors that stopped": () => <ContainerCard container={stopped} now={fakeNowMs} />,
      "never seen": () => <ContainerCard container={never} now={fakeNowMs} />,
      "long name": LongName,
    },
  },
];

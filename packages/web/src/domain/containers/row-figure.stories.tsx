import type { Story } from "../../testing/story.tsx";
import { fakeContainer, fakeNowMs, minutesAgo } from "./container-row.fake.ts";
import { RowFigure } from "./row-figure.tsx";

const stopped = fakeContainer({ olderAt: { soc: minutesAgo(240) } });

const silent = fakeContainer({ status: "offline", isOnline: false, valuesAt: minutesAgo(180) });

export const stories: readonly Story[] = [
  {
    name: "row-figure",
    room: "inline",
    states: {
      "as old as the row": () => <RowFigure container={stopped} field="solarPower" unit="W" now={fakeNowMs} />,
      "of a sensor that stopped": () => <RowFigure container={stopped} field="soc" unit="percent" now={fakeNowMs} />,
      "of one in a table": () => <RowFigure container={stopped} field="soc" unit="percent" now={fakeNowMs} stacked />,
      "of a silent row": () => <RowFigure container={silent} field="soc" unit="percent" now={fakeNowMs} stacked aged />,
      "of a row that is fresh": () => (
        <RowFigure container={fakeContainer()} field="soc" unit="percent" now={fakeNowMs} stacked aged />
      ),
      missing: () => <RowFigure container={fakeContainer({ soc: null })} field="soc" unit="percent" now={fakeNowMs} />,
    },
  },
];

import { useState } from "react";

import type { Story } from "../testing/story.tsx";
import { Pager } from "./pager.tsx";

function Middle() {
  const [page, setPage] = useState(2);
  return <Pager page={page} pageSize={50} total={1_234} onPage={setPage} />;
}

export const stories: readonly Story[] = [
  {
    name: "pager",
    room: "wide",
    states: {
      "second page": Middle,
      "one page": () => <Pager page={1} pageSize={50} total={7} onPage={() => {}} />,
      "of more than are counted": () => <Pager page={1} pageSize={50} total={1_000} isMore onPage={() => {}} />,
      "of rows that hold several": () => (
        <Pager page={1} pageSize={20} total={1} held={{ from: 1, to: 2, total: 2 }} onPage={() => {}} />
      ),
      empty: () => <Pager page={1} pageSize={50} total={0} onPage={() => {}} />,
    },
  },
];

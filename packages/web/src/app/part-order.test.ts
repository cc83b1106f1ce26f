import { expect, test } from "vitest";

import { partRank } from "./part-order.ts";

test("parts are fetched ahead by their nearness: what all share, the containers, then everything else", () => {
  const parts = {
    people: ["/web/src/features/users/users.page.tsx"],
    list: ["/web/src/features/containers/containers.page.tsx", "/node_modules/some-library/index.js"],
    words: ["/web/src/features/containers/containers.fr.json"],
    dashboard: ["/web/src/features/dashboard/dashboard.page.tsx"],
    both: ["/web/src/features/users/last-seen.tsx", "/web/src/features/dashboard/fleet-soc.tsx"],
    shell: ["/web/src/app/shell/palette.tsx", "/web/src/ui/hint.tsx"],
  };
  const ranked = Object.entries(parts)
    .toSorted(([, one], [, other]) => partRank(one) - partRank(other))
    .map(([name]) => name);
  expect(ranked).toEqual(["shell", "dashboard", "both", "list", "words", "people"]);
});

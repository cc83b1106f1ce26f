/** Folders of what people open next while they watch their containers, the nearest first. */
const near = [
  "/features/dashboard/",
  "/features/containers/",
  "/features/container/",
  "/features/session/",
  "/features/errors/",
  "/features/clusters/",
  "/features/favorites/",
];
/** The frame around every screen, what screens share and libraries: without these no other part opens. */
const shared = ["/app/", "/core/", "/ui/", "/domain/", "/chart/", "/node_modules/"];

/**
 * Place of a part of the program in the order in which parts are fetched ahead, by the modules that are in it: on a link
 * that ends, or is found to be slow, what comes first is there.
 */
export function partRank(modules: readonly string[]): number {
  const rankOf = (module: string) => {
    const place = near.findIndex((folder) => module.includes(folder));
    if (place >= 0) return 1 + place;
    return shared.some((folder) => module.includes(folder)) ? 0 : 1 + near.length;
  };
  // A part of several screens comes with the nearest of them; of shared modules alone, it comes first.
  const own = modules.map(rankOf).filter((rank) => rank > 0);
  return own.length === 0 ? 0 : Math.min(...own);
}

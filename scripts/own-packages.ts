import { createRequire } from "node:module";

import type { Plugin } from "esbuild";

/** Our packages are links in node_modules, and are part of the file all the same. */
export const ownPackages: Plugin = {
  name: "own packages",
  setup(build) {
    build.onResolve({ filter: /^@offgrid\// }, ({ path, importer }) => ({
      path: createRequire(importer).resolve(path),
    }));
  },
};

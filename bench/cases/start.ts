import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { ensureWebBuilt } from "../../scripts/build-web.ts";
import type { BenchCase } from "../bench.types.ts";
import { startPortal } from "../portal.ts";

const target = { reference: 30, referenceName: "our target: well again within 30 s" };

export const startCase: BenchCase = {
  name: "start",
  summary: "from the start of the process to /ready",
  run: async (say) => {
    const dataDir = await mkdtemp(join(tmpdir(), "offgrid-bench-"));
    try {
      await ensureWebBuilt(say);
      say("first start, with a new database");
      const first = await startPortal(dataDir);
      await first.stop();
      say("second start");
      const second = await startPortal(dataDir);
      say("start after kill -9");
      await second.kill();
      const third = await startPortal(dataDir);
      await third.stop();
      return [
        { case: "start with a new database: to /ready", value: first.readyAfterS, unit: "s", ...target },
        { case: "second start: to /ready", value: second.readyAfterS, unit: "s", ...target },
        { case: "start after kill -9: to /ready", value: third.readyAfterS, unit: "s", ...target },
      ];
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  },
};

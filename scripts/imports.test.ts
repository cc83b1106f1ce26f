import { describe, expect, test } from "vitest";

import { importsOf, wrongWay } from "./imports.ts";

const wrong = (from: string, to: string) => wrongWay({ from, to });

describe("the direction of imports", () => {
  test("packages import the contract, and the contract imports none of ours", () => {
    expect(wrong("packages/server/src/app.ts", "@offgrid/contract/registry")).toBeUndefined();
    expect(wrong("packages/simulator/src/main.ts", "@offgrid/controller/link/link")).toBeUndefined();
    expect(wrong("packages/contract/src/registry.ts", "@offgrid/server/app")).toMatch(/contract may not import/);
    expect(wrong("packages/web/src/main.tsx", "@offgrid/server/app")).toMatch(/web may not import/);
    expect(wrong("packages/controller/src/main.ts", "@offgrid/simulator/plant/solar")).toMatch(/may not import/);
  });

  test("a package is reached by its name, not by a path", () => {
    expect(wrong("packages/web/src/core/api.ts", "../../../contract/src/registry.ts")).toMatch(/by its package name/);
  });

  test("only the server's tests may use real controllers", () => {
    const controller = "@offgrid/controller/controller";
    expect(wrong("packages/server/src/features/telemetry/ingest.test.ts", controller)).toBeUndefined();
    expect(wrong("packages/server/src/features/telemetry/ingest.ts", controller)).toMatch(/may not import/);
  });

  test("the web app's layers go core, ui, features, app, and features do not know each other", () => {
    const page = "packages/web/src/features/fleet/fleet.page.tsx";
    expect(wrong(page, "../../ui/num.tsx")).toBeUndefined();
    expect(wrong(page, "./fleet.data.ts")).toBeUndefined();
    expect(wrong(page, "../charts/charts.data.ts")).toMatch(/feature fleet may not import feature charts/);
    expect(wrong(page, "../../app/router.tsx")).toMatch(/features may not import app/);
    expect(wrong("packages/web/src/core/api/api.ts", "../../ui/num.tsx")).toMatch(/core may not import ui/);
    expect(wrong("packages/web/src/app/router.tsx", "../features/fleet/fleet.route.tsx")).toBeUndefined();
    expect(wrong("packages/web/src/app/router.tsx", "../gallery/gallery.tsx")).toMatch(/app may not import gallery/);
  });

  test("finds every form of import", () => {
    const text = [
      'import { a } from "./a.ts";',
      "import {",
      "  b,",
      '} from "./b.ts";',
      'import "./c.css";',
      'export { d } from "./d.ts";',
      'const e = () => import("./e.tsx");',
      'import type { F } from "./f.ts";',
    ].join("\n");
    expect(importsOf("x.ts", text).map((found) => found.to)).toEqual([
      "./a.ts",
      "./b.ts",
      "./c.css",
      "./d.ts",
      "./e.tsx",
      "./f.ts",
    ]);
  });
});

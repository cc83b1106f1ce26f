import { builderSearch, chartSearch, chartsSearch } from "../features/charts/charts.search.ts";
import { reportsSearch } from "../features/reports/reports.search.ts";
import { screen } from "./screen-route.tsx";

/** Of a chart that is looked at or built. */
const builderTexts = ["charts", "drawing", "chart", "people", "event-words", "command-words", "notes"];

/** The screens of charts that people keep. */
export const chartScreens = [
  screen({
    path: "/charts",
    name: "charts",
    menuId: "4",
    needs: "chartList",
    search: chartsSearch,
    texts: ["charts", "drawing"],
    load: () => import("../features/charts/charts.page.tsx"),
    page: "ChartsPage",
  }),
  screen({
    path: "/charts/add",
    name: "chart_add",
    menuId: "4",
    needs: "chartSave",
    search: builderSearch,
    texts: builderTexts,
    load: () => import("../features/charts/chart-add.page.tsx"),
    page: "ChartAddPage",
  }),
  screen({
    path: "/charts/$slug",
    name: "chart",
    menuId: "4",
    needs: "chartGet",
    search: chartSearch,
    texts: builderTexts,
    load: () => import("../features/charts/chart.page.tsx"),
    page: "ChartPage",
  }),
  screen({
    path: "/reports",
    name: "reports",
    menuId: "4",
    needs: "reportList",
    search: reportsSearch,
    texts: ["reports", "people"],
    load: () => import("../features/reports/reports.page.tsx"),
    page: "ReportsPage",
  }),
] as const;

import { boardSearch, createSearch, widgetSearch } from "../features/widgets/widgets.search.ts";
import { screen } from "./screen-route.tsx";

/** The screens of a person's board. */
export const widgetScreens = [
  screen({
    path: "/widgets",
    name: "widgets",
    menuId: "4",
    search: boardSearch,
    texts: ["widgets"],
    load: () => import("../features/widgets/widgets.page.tsx"),
    page: "WidgetsPage",
  }),
  screen({
    path: "/widgets/$slug",
    name: "widget",
    menuId: "4",
    search: widgetSearch,
    texts: ["widgets"],
    load: () => import("../features/widgets/widget.page.tsx"),
    page: "WidgetPage",
  }),
  screen({
    path: "/widgets/create/{-$slug}",
    name: "widget_create",
    menuId: "4",
    search: createSearch,
    texts: ["widgets"],
    load: () => import("../features/widgets/widget-create.page.tsx"),
    page: "WidgetCreatePage",
  }),
] as const;

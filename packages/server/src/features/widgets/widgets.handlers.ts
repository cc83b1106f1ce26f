import type { widgetCalls } from "@offgrid/contract/widgets/widgets.calls";

import type { Handlers } from "../../calls/handler.ts";
import * as widgets from "./widgets.store.ts";

export const widgetHandlers: Handlers<typeof widgetCalls> = {
  widgetsChange: async (change, { actor, db }) => ({
    data: { widgets: await widgets.change(db, actor.userId, change) },
  }),
};

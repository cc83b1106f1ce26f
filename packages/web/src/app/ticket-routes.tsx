import { ticketsSearch } from "../features/tickets/tickets.search.ts";
import { screen } from "./screen-route.tsx";

/** The screens of tickets. */
export const ticketScreens = [
  screen({
    path: "/tickets",
    name: "tickets",
    menuId: "8",
    needs: "ticketGetList",
    search: ticketsSearch,
    texts: ["tickets", "incidents"],
    load: () => import("../features/tickets/tickets.page.tsx"),
    page: "TicketsPage",
  }),
  screen({
    path: "/tickets/$slug",
    name: "ticket",
    menuId: "8",
    needs: "ticketGet",
    search: ticketsSearch,
    texts: ["tickets"],
    load: () => import("../features/tickets/ticket.page.tsx"),
    page: "TicketPage",
  }),
] as const;

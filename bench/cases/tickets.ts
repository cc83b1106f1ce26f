import type { BenchCase, Figure } from "../bench.types.ts";
import { rareMessages } from "../fill-tickets.ts";
import { withPortal } from "../portal.ts";
import { timed } from "../timing.ts";

const containerCount = 200;
const ticketCount = 5_000;
const messageCount = 100_000;
const runs = 60;
/** A session may make a hundred calls a second. */
const pauseMs = 20;
const columns = ["Unassigned", "Open", "Inprogress", "Closed"] as const;
/** As many as a column of the board shows at first. */
const perColumn = 25;
const boardMs = 100;
const searchMs = 200;

export const ticketsCase: BenchCase = {
  name: "tickets",
  summary: `the board of ${ticketCount} tickets, and a search in their ${messageCount} messages`,
  run: (say) =>
    withPortal(async (portal) => {
      say(`registering ${containerCount} containers, and writing ${ticketCount} tickets`);
      const containerIds = (await portal.register("helped", containerCount)).map(({ containerId }) => containerId);
      await portal.fillTickets({ containerIds, tickets: ticketCount, messages: messageCount });
      const list = (query: object) => portal.call("ticketGetList", { pageSize: perColumn, ...query });
      const board = await timed(runs, () => Promise.all(columns.map((status) => list({ status }))), 4 * pauseMs);
      const page = await timed(runs, () => list({ pageSize: 50 }), pauseMs);
      const rare = await timed(runs, () => list({ search: "contactor" }), pauseMs);
      const common = await timed(runs, () => list({ search: "battery" }), pauseMs);
      const figure = (name: string, { p50Ms, p95Ms }: typeof board, reach: number): Figure[] => [
        { case: `${ticketCount} tickets, ${name}: p50`, value: p50Ms, unit: "ms", reach },
        { case: `${ticketCount} tickets, ${name}: p95`, value: p95Ms, unit: "ms" },
      ];
      return [
        ...figure("the four columns of the board at once", board, boardMs),
        ...figure("a page of the table", page, boardMs),
        ...figure(`a word of ${rareMessages} of ${messageCount} messages`, rare, searchMs),
        ...figure(`a word of half of ${messageCount} messages`, common, searchMs),
      ];
    }),
};

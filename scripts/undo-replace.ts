/** `npm run undo-replace -- --id 12`: puts back the readings that a correction of history replaced. */
import "@offgrid/server/undo-replace";

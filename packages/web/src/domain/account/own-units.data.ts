import { call } from "../../core/api/call.ts";
import { showAnswer } from "../../core/api/query-client.ts";
import { takeUnits } from "../../core/own-units.ts";

/**
 * After a choice of units, for screens that show nothing in them and so need not be drawn anew: whatever is opened from now
 * on is in the units that hold for this person.
 */
export async function takeOwnUnits(): Promise<void> {
  const answer = await call("getCurrentUserInfo", {});
  takeUnits(answer.info.units);
  showAnswer("getCurrentUserInfo", {}, answer);
}

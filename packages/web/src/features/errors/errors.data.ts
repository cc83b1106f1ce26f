import { ApiError } from "../../core/api/api-error.ts";
import { call } from "../../core/api/call.ts";
import { readSession } from "../../core/api/session-cookies.ts";

/** Does the portal now answer the request that failed at the start? */
export async function isPortalBack(): Promise<boolean> {
  try {
    await (readSession() ? call("getCurrentUserInfo", {}) : call("getAppVersion", {}));
    return true;
  } catch (error) {
    return error instanceof ApiError && error.status > 0 && error.status < 500;
  }
}

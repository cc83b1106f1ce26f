import type { Logger } from "pino";

import type { Clock } from "../core/clock.ts";
import type { Config } from "../config/config.ts";
import type { Sending } from "../config/config.sending.ts";
import type { Changeable, LiveConfig } from "../config/live-config.ts";
import type { Db } from "../core/db.ts";
import type { InventedTokens } from "./invented-tokens.ts";
import type { Limits } from "./limits.ts";
import type { Outbox } from "../mail/outbox.ts";
import type { ExternalServices } from "../external/external-services.ts";
import type { SecretBox } from "../core/secret-box.ts";
import type { Tracing } from "../core/tracing.ts";

/**
 * What every call is given; `CallContext` adds what belongs to the one call. A feature whose service is used by
 * calls adds it here from its own folder (`declare module "../../calls/services.ts"`), and `portal.ts` does not compile
 * until a feature of the list in `features.ts` provides it. So nothing in this folder imports a feature.
 */
export interface Services {
  /** What people change in the portal holds at once, for whoever reads it then. */
  config: Config & Partial<Changeable & Pick<Sending, "mailWay">>;
  liveConfig: LiveConfig;
  /** In a call with the effect "write": its transaction. */
  db: Db;
  clock: Clock;
  log: Logger;
  /** Undefined: nothing is traced. */
  tracing?: Tracing | undefined;
  /** Does the disk have room for large writes? Smaller ones need not ask. */
  hasRoom(): boolean;
  limits: Limits;
  inventedTokens: InventedTokens;
  box: SecretBox;
  outbox: Outbox;
  external: ExternalServices;
  /** Address of the web app, for links; never from a header. */
  url: string;
  /** When ingest started, epoch ms; containers linked before then count as linked for a while (`containerStatus`). */
  portalStartedAtMs: number;
}

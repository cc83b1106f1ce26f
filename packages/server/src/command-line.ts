import type { OutputOf } from "@offgrid/contract/core/call";
import type { CallName, Calls } from "@offgrid/contract/registry";

import { commitBus } from "./bus/commit.bus.ts";
import { countProcesses } from "./bus/processes.store.ts";
import { busApplication } from "./bus/postgres.bus.ts";
import { CallMetrics } from "./calls/call-metrics.ts";
import { commandLineActor, commandLineOrigin } from "./calls/command-line.ts";
import { type Pipeline, actAs, callAs } from "./calls/dispatch.ts";
import { openFeatures } from "./calls/feature.ts";
import { InventedTokens } from "./calls/invented-tokens.ts";
import { Limits } from "./calls/limits.ts";
import type { Config } from "./config/config.ts";
import { LiveConfig } from "./config/live-config.ts";
import type { Console } from "./console/console.ts";
import { systemClock } from "./core/clock.ts";
import { openLog } from "./core/log.ts";
import { openSecretBox } from "./core/secret-box.ts";
import { ExternalServices } from "./external/external-services.ts";
import { features } from "./features.ts";
import { reloadSettings } from "./features/settings/reload.ts";
import { handlers } from "./handlers.ts";
import { openMailer } from "./mail/mailer.ts";
import { Outbox } from "./mail/outbox.ts";
import { checkPortalKey, mustHaveKey } from "./postgres/portal-key.ts";
import { type Store, openStoreForCommand } from "./postgres/store.ts";

/** A process that only speaks on the command line has no screens. */
const noScreens: Pipeline["live"] = {
  issueCredential: async () => {
    throw new Error("the command line has no screens");
  },
  watch: async () => {
    throw new Error("the command line has no screens");
  },
};

/**
 * The portal for whoever has its server, beside the processes that run or without any: the same calls on the same database.
 * @throws StartError
 */
export async function openCommandLine(config: Config): Promise<Console & { close(): Promise<void> }> {
  const log = openLog(config.logLevel === "info" ? "warn" : config.logLevel, process.stderr);
  const store = await openStoreForCommand(config, log);
  try {
    return await openOn(store, config, log);
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function openOn(store: Pick<Store, "database" | "close">, config: Config, log: ReturnType<typeof openLog>) {
  const { db } = store.database;
  const clock = systemClock;
  await mustHaveKey(db, config);
  const box = openSecretBox(config.dataDir);
  await checkPortalKey({ db, log, ofProcess: busApplication }, box, { ...config, takesNewKey: false });
  const liveConfig = new LiveConfig(config);
  await reloadSettings(db, liveConfig, box);
  const shared = openShared(liveConfig, { db, clock, log, box });
  const base = { config: liveConfig.config, liveConfig, db, clock, log, box, hasRoom: () => true, bus: commitBus };
  const opened = openFeatures(features, { ...base, ...shared, isBusy: () => false });
  const pipeline: Pipeline = {
    ...opened.services,
    ...base,
    ...shared,
    live: noScreens,
    url: config.publicUrl ?? `http://localhost:${config.port}`,
    // What the database says of links holds as it is.
    portalStartedAtMs: 0,
    callMetrics: new CallMetrics(log),
    handlers,
  };
  const signal = new AbortController().signal;
  const actor = () => commandLineActor(clock.now());
  return {
    db,
    config: liveConfig.config,
    call: async <Name extends CallName>(name: Name, body: unknown) =>
      (await callAs(pipeline, actor(), { name, body, from: commandLineOrigin(), signal })) as OutputOf<Calls[Name]>,
    act: <Result>(name: string, work: Parameters<typeof actAs<Result>>[3]) =>
      actAs(pipeline, actor(), { name, from: commandLineOrigin(), signal }, work),
    isRunning: async () => (await countProcesses(db)) > 0,
    close: async () => {
      shared.external.stop();
      shared.outbox.close();
      await store.close();
    },
  };
}

function openShared(
  { config }: LiveConfig,
  { db, clock, log, box }: Pick<Pipeline, "db" | "clock" | "log" | "box">,
): Pick<Pipeline, "limits" | "inventedTokens" | "outbox" | "external"> {
  const limits = new Limits({ db, clock });
  const outbox = new Outbox({ db, clock, box, mailer: openMailer(config) });
  const external = new ExternalServices(config, { db, clock, log });
  return { limits, inventedTokens: new InventedTokens({ limits, log }), outbox, external };
}

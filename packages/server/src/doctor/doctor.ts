import { type Config, readConfig } from "../config/config.ts";
import { StartError } from "../core/start-error.ts";
import { type DiskSpace, readSpace } from "../postgres/disk-guard.ts";
import { checkDatabase } from "./database.checks.ts";
import { type Finding, fault, ok } from "./finding.ts";
import { checkDataFolder, checkDisk, checkNode, checkVariables } from "./machine.checks.ts";
import { checkMail, checkMqttCertificate, checkPorts, checkProxy, checkWebCertificate } from "./network.checks.ts";

export interface Installation {
  env: Readonly<Record<string, string | undefined>>;
  nodeVersion?: string;
  nowMs?: () => number;
  readSpace?: (folder: string) => Promise<DiskSpace>;
}

/** Looks at everything that the portal needs, and changes nothing. */
export async function examine(installation: Installation): Promise<Finding[]> {
  const { env, nodeVersion = process.versions.node, nowMs = Date.now } = installation;
  const first = [...checkVariables(env), checkNode(nodeVersion)];
  let config: Config;
  try {
    config = readConfig(env);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return [
      fault(
        "settings",
        error.message,
        "Correct the variable; README.md lists all of them. The rest is not looked at until then.",
      ),
      ...first,
    ];
  }
  const folder = await checkDataFolder(config);
  const isUsable = folder.level !== "fault";
  const { findings, sending } = isUsable ? await checkDatabase(config, nowMs) : { findings: [], sending: {} };
  return [
    ok("settings", "All variables have values that can be used."),
    ...first,
    folder,
    ...(isUsable ? [await checkDisk(config, installation.readSpace ?? readSpace)] : []),
    ...findings,
    ...checkMqttCertificate(config, nowMs()),
    ...(await checkWebCertificate(config, nowMs())),
    checkProxy(config),
    ...(await checkMail({ ...config, ...sending })),
    ...(await checkPorts(config)),
  ];
}

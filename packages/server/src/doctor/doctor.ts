import type { Finding } from "@offgrid/contract/doctor/findings";

import { type Config, readConfig, settingNames } from "../config/config.ts";
import { misspelt } from "../config/misspelt.ts";
import { StartError } from "../core/start-error.ts";
import { type DiskSpace, readSpace } from "../postgres/disk-guard.ts";
import { checkBackupFolder } from "./backup.checks.ts";
import { checkDatabase } from "./database.checks.ts";
import { finding } from "./finding.ts";
import { checkDataFolder, checkDisk, checkNode, checkVariables } from "./machine.checks.ts";
import { checkMail, checkMqttCertificate, checkPorts, checkProxy, checkWebCertificate } from "./network.checks.ts";

interface Surroundings {
  /** This process is the portal: it has its ports, without which it would have ended. */
  isPortal?: true;
  nodeVersion?: string;
  /** PEM file with the authorities that Node trusts besides those that it knows. */
  authorities?: string;
  nowMs?: () => number;
  readSpace?: (folder: string) => Promise<DiskSpace>;
}

export interface Installation extends Surroundings {
  env: Readonly<Record<string, string | undefined>>;
}

/** Looks at everything that a portal with these variables needs, whether it runs or not, and changes nothing. */
export async function examine({ env, ...around }: Installation): Promise<Finding[]> {
  let config: Config;
  try {
    config = readConfig(env);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return [
      finding("settings", "setting_unusable", { sentence: error.message }),
      ...checkVariables(misspelt(env, settingNames)),
      checkNode(around.nodeVersion ?? process.versions.node),
    ];
  }
  return examineWith(config, around);
}

/** The same of a portal that has read its variables: whatever waits for others is looked at together. */
export async function examineWith(config: Config, around: Surroundings = {}): Promise<Finding[]> {
  const { nodeVersion = process.versions.node, nowMs = Date.now } = around;
  const { authorities = process.env["NODE_EXTRA_CA_CERTS"] } = around;
  const folder = await checkDataFolder(config);
  const isUsable = folder.level !== "fault";
  const look = async () => {
    const { findings, sending } = isUsable ? await checkDatabase(config, nowMs) : { findings: [], sending: {} };
    return { findings, mail: await checkMail({ ...config, ...sending }) };
  };
  const [disk, closed, { findings, mail }, web, ports] = await Promise.all([
    isUsable ? checkDisk(config, around.readSpace ?? readSpace) : undefined,
    isUsable ? checkBackupFolder(config) : undefined,
    look(),
    checkWebCertificate(config, nowMs()),
    around.isPortal ? [finding("ports", "ports_open")] : checkPorts(config),
  ]);
  return [
    finding("settings", "settings_usable"),
    ...checkVariables(config.misspelt),
    checkNode(nodeVersion),
    folder,
    ...(disk ? [disk] : []),
    // What was made until now, or is to come, is no comfort then.
    ...(closed ? [...findings.filter(({ about, level }) => about !== "backups" || level !== "ok"), closed] : findings),
    ...checkMqttCertificate(config, nowMs(), authorities),
    ...web,
    checkProxy(config),
    ...mail,
    ...ports,
  ];
}

import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, isIP } from "node:net";
import { connect, rootCertificates } from "node:tls";

import type { Examined, Finding } from "@offgrid/contract/doctor/findings";
import { createTransport } from "nodemailer";

import { expiresSoonDays, readMqttCertificate } from "../broker/mqtt-certificate.ts";
import { isLoopback } from "../config/config.schemas.ts";
import type { Config } from "../config/config.ts";
import { type Sending, webAddressOf } from "../config/config.sending.ts";
import { reasonOf } from "../core/db.ts";
import { StartError } from "../core/start-error.ts";
import { openOutgoing } from "../external/outgoing.ts";
import { smtpOptions } from "../mail/mailer.ts";
import { finding, findingOf } from "./finding.ts";

/** Whom the portal speaks to and who speaks to it: certificates, proxy, mail server and its own ports. */

const dayMs = 86_400_000;
/** A proxy renews its own when 30 days are left, so only much less says that it does not. */
const webSoonDays = 14;
const longestMs = 5_000;

/** @param authorities PEM file of an authority that is the operator's own, which controllers are given too. */
export function checkMqttCertificate(
  { mqttTls, mqttHost, publicUrl }: Config,
  nowMs: number,
  authorities: string | undefined,
): Finding[] {
  const about = "mqtt_certificate";
  if (!mqttTls) return [finding(about, "mqtt_plain")];
  const { certPath: file } = mqttTls;
  let certificates: X509Certificate[];
  try {
    certificates = partsOf(readMqttCertificate(mqttTls).files.cert.toString("utf8"));
  } catch (error) {
    if (error instanceof StartError) return [findingOf(about, error)];
    throw error;
  }
  const [own] = certificates;
  if (!own) return [];
  const host = publicUrl === undefined ? undefined : new URL(publicUrl).hostname;
  const wrong = [
    ...datesOf(about, own, nowMs, expiresSoonDays),
    ...(host === undefined || isFor(own, host) ? [] : [finding(about, "mqtt_other_host", { file, host })]),
    ...(isWhole(certificates, trustedWith(authorities))
      ? []
      : [finding(about, "mqtt_chain_short", { file, issuer: nameIn(own.issuer) })]),
  ];
  return [
    ...(wrong.length > 0 ? wrong : [finding(about, "certificate_valid", { untilAt: instant(own.validTo) })]),
    ...(isLoopback(mqttHost) ? [finding(about, "mqtt_local")] : []),
  ];
}

/** The one that a proxy presents to people at PUBLIC_URL. */
export async function checkWebCertificate({ publicUrl: url }: Config, nowMs: number): Promise<Finding[]> {
  if (url === undefined || !url.startsWith("https:")) return [];
  const { hostname: host, port } = new URL(url);
  const about = "web_certificate";
  const seen = await presentedBy(host, Number(port || 443)).catch((error: unknown) => error);
  if (!isPresented(seen)) return [finding(about, "web_silent", { url, reason: reasonOf(seen) })];
  const { certificate, problem } = seen;
  const found = datesOf(about, certificate, nowMs, webSoonDays);
  if (!isFor(certificate, host)) found.push(finding(about, "web_other_host", { url, host }));
  else if (problem !== undefined && found.length === 0)
    found.push(finding(about, "web_untrusted", { url, reason: problem }));
  return found.length > 0 ? found : [finding(about, "web_valid", { url, untilAt: instant(certificate.validTo) })];
}

export function checkProxy({ publicUrl, host, trustedProxies }: Config): Finding {
  if (publicUrl === undefined)
    return isLoopback(host) ? finding("proxy", "proxy_not_needed") : finding("proxy", "proxy_unnamed", { host });
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === "http:") {
    if (isLoopback(hostname)) return finding("proxy", "proxy_not_needed");
    return finding("proxy", "proxy_plain", { url: publicUrl });
  }
  if (trustedProxies.length === 0) return finding("proxy", "proxy_not_believed");
  return finding("proxy", "proxy_believed", { proxies: trustedProxies.join(", ") });
}

export async function checkMail(config: Config & Partial<Pick<Sending, "mailWay">>): Promise<Finding[]> {
  const { smtpUrl, mailFrom, mailWay, externalAllow } = config;
  if (mailWay === "none") return [finding("mail", "mail_removed")];
  if (smtpUrl === undefined) return [finding("mail", "mail_unset")];
  const { host } = new URL(smtpUrl);
  const found: Finding[] = [];
  let transport: ReturnType<typeof createTransport> | undefined;
  try {
    const guard = openOutgoing({ allow: externalAllow });
    const address = mailWay === "guarded" ? await guard.check(webAddressOf(smtpUrl), longestMs) : undefined;
    transport = createTransport(smtpOptions(smtpUrl, address, longestMs));
    await transport.verify();
  } catch (error) {
    const code = mailWay === "guarded" ? "mail_set_refused" : "mail_refused";
    found.push(finding("mail", code, { host, reason: reasonOf(error) }));
  } finally {
    transport?.close();
  }
  if (mailFrom.endsWith(".example")) found.push(finding("mail", "sender_of_nobody", { address: mailFrom }));
  return found.length > 0 ? found : [finding("mail", "mail_works", { host })];
}

/** Free, or the portal's own. */
export async function checkPorts({ roles, host, port, mqttHost, mqttPort, mailIn }: Config): Promise<Finding[]> {
  const wanted = [
    { variable: "PORT", host, port },
    ...(roles.includes("ingest") ? [{ variable: "MQTT_PORT", host: mqttHost, port: mqttPort }] : []),
    ...(mailIn && roles.includes("api") ? [{ variable: "MAIL_IN_PORT", host: mailIn.host, port: mailIn.port }] : []),
  ];
  const isOurs = await isPortal(host, port);
  const found: Finding[] = [];
  for (const at of wanted) {
    const error = await listens(at.host, at.port);
    if (error === undefined || (error.code === "EADDRINUSE" && isOurs)) continue;
    found.push(
      error.code === "EADDRINUSE"
        ? finding("ports", "port_taken", at)
        : finding("ports", error.code === "EACCES" ? "port_forbidden" : "port_unusable", {
            ...at,
            reason: reasonOf(error),
          }),
    );
  }
  if (found.length > 0) return found;
  return [isOurs ? finding("ports", "ports_answer", { port }) : finding("ports", "ports_free")];
}

/** What is wrong with the dates of a certificate. */
function datesOf(about: Examined, { validFrom, validTo }: X509Certificate, nowMs: number, soonDays: number): Finding[] {
  const [from, until] = [Date.parse(validFrom), Date.parse(validTo)];
  const days = Math.floor((until - nowMs) / dayMs);
  if (nowMs < from) return [finding(about, "certificate_early", { fromAt: instant(validFrom) })];
  if (nowMs >= until) return [finding(about, "certificate_over", { untilAt: instant(validTo) })];
  return days >= soonDays ? [] : [finding(about, "certificate_ends", { count: days })];
}

const instant = (said: string) => new Date(said).toISOString();

const isFor = (certificate: X509Certificate, host: string) =>
  (certificate.checkHost(host) ?? certificate.checkIP(host)) !== undefined;

function partsOf(pem: string): X509Certificate[] {
  const parts = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? [];
  return parts.map((part) => new X509Certificate(part));
}

/** What Node knows, and what it is told; it ignores a file that it cannot read, and says so at its start. */
function trustedWith(authorities: string | undefined): X509Certificate[] {
  const known = rootCertificates.map((root) => new X509Certificate(root));
  if (authorities === undefined) return known;
  try {
    return [...partsOf(readFileSync(authorities, "utf8")), ...known];
  } catch {
    return known;
  }
}

/** Does each have its issuer behind it, up to one that signed itself or that was issued by one of those? */
function isWhole(certificates: readonly X509Certificate[], trusted: readonly X509Certificate[]): boolean {
  const last = certificates.at(-1);
  const isChain = certificates.every((one, place) => {
    const next = certificates[place + 1];
    return next === undefined || one.checkIssued(next);
  });
  if (!last || !isChain) return false;
  return last.checkIssued(last) || trusted.some((authority) => last.checkIssued(authority));
}

const nameIn = (issuer: string) => /CN=([^\n]+)/.exec(issuer)?.[1] ?? issuer.replaceAll("\n", ", ");

interface Presented {
  certificate: X509Certificate;
  /** Why a browser would not trust it. */
  problem: string | undefined;
}

const isPresented = (one: unknown): one is Presented => typeof one === "object" && one !== null && "certificate" in one;

function presentedBy(host: string, port: number): Promise<Presented> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      ...{ host, port, rejectUnauthorized: false, timeout: longestMs },
      ...(isIP(host) === 0 && { servername: host }),
    });
    socket.once("secureConnect", () => {
      const { raw } = socket.getPeerCertificate();
      const problem = socket.authorized ? undefined : String(socket.authorizationError);
      socket.destroy();
      resolve({ certificate: new X509Certificate(raw), problem });
    });
    socket.once("timeout", () => socket.destroy(new Error("no answer within 5 s")));
    socket.once("error", reject);
  });
}

/** Is it a portal that answers there? */
async function isPortal(host: string, port: number): Promise<boolean> {
  if (port === 0) return false;
  const at = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  try {
    const answer = await fetch(`http://${at.includes(":") ? `[${at}]` : at}:${port}/live`, {
      signal: AbortSignal.timeout(longestMs),
    });
    return ((await answer.json()) as { status?: unknown }).status === "ok";
  } catch {
    return false;
  }
}

function listens(host: string, port: number): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error) => resolve(error));
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
}

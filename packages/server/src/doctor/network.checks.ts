import { X509Certificate } from "node:crypto";
import { createServer, isIP } from "node:net";
import { connect, rootCertificates } from "node:tls";

import { createTransport } from "nodemailer";

import { readMqttCertificate } from "../broker/mqtt-certificate.ts";
import { type Config, isLoopback } from "../config/config.ts";
import { type Sending, webAddressOf } from "../config/config.sending.ts";
import { reasonOf } from "../core/db.ts";
import { StartError } from "../core/start-error.ts";
import { openOutgoing } from "../external/outgoing.ts";
import { smtpOptions } from "../mail/mailer.ts";
import { type About, type Finding, fault, faultOf, note, ok } from "./finding.ts";

/** Whom the portal speaks to and who speaks to it: certificates, proxy, mail server and its own ports. */

const dayMs = 86_400_000;
const soonDays = 14;
const longestMs = 5_000;

export function checkMqttCertificate({ mqttTls, publicUrl }: Config, nowMs: number): Finding[] {
  if (!mqttTls) return [ok("MQTT certificate", "MQTT over TCP is plain, and listens on this machine alone.")];
  let certificates: X509Certificate[];
  try {
    certificates = partsOf(readMqttCertificate(mqttTls).files.cert.toString("utf8"));
  } catch (error) {
    if (error instanceof StartError) return [faultOf("MQTT certificate", error)];
    throw error;
  }
  const [own] = certificates;
  if (!own) return [];
  const host = publicUrl === undefined ? undefined : new URL(publicUrl).hostname;
  const found = [
    ...datesOf("MQTT certificate", own, nowMs),
    ...(host === undefined || isFor(own, host)
      ? []
      : [
          fault(
            "MQTT certificate",
            `${mqttTls.certPath} is not for ${host}, the name of PUBLIC_URL by which controllers connect.`,
            `Get a certificate that names ${host}, and point MQTT_TLS_CERT and MQTT_TLS_KEY to it.`,
          ),
        ]),
    ...(isWhole(certificates)
      ? []
      : [
          fault(
            "MQTT certificate",
            `${mqttTls.certPath} lacks the certificate of its issuer (${nameIn(own.issuer)}).`,
            "Point MQTT_TLS_CERT to the file with the whole chain, often called fullchain.pem, the own certificate first.",
          ),
        ]),
  ];
  return found.length > 0 ? found : [ok("MQTT certificate", `Valid until ${own.validTo}.`)];
}

/** The one that a proxy presents to people at PUBLIC_URL. */
export async function checkWebCertificate({ publicUrl }: Config, nowMs: number): Promise<Finding[]> {
  if (publicUrl === undefined || !publicUrl.startsWith("https:")) return [];
  const { hostname, port } = new URL(publicUrl);
  const about = "web certificate";
  const seen = await presentedBy(hostname, Number(port || 443)).catch((error: unknown) => error);
  if (!isPresented(seen)) {
    return [
      fault(
        about,
        `Nothing answers by TLS at ${publicUrl} (${reasonOf(seen)}).`,
        "Start the proxy there, or correct PUBLIC_URL; from inside a network its name may lead nowhere.",
      ),
    ];
  }
  const found = datesOf(about, seen.certificate, nowMs);
  if (!isFor(seen.certificate, hostname))
    found.push(
      fault(
        about,
        `The certificate at ${publicUrl} is not for ${hostname}.`,
        "Give the proxy one that names this host.",
      ),
    );
  else if (seen.problem !== undefined && found.length === 0)
    found.push(
      fault(
        about,
        `Browsers do not trust the certificate at ${publicUrl} (${seen.problem}).`,
        "Give the proxy the whole chain of a certificate that browsers know, the own one first.",
      ),
    );
  return found.length > 0
    ? found
    : [ok(about, `The certificate at ${publicUrl} is valid until ${seen.certificate.validTo}.`)];
}

export function checkProxy({ publicUrl, host, trustedProxies }: Config): Finding {
  if (publicUrl === undefined) {
    if (isLoopback(host)) return ok("proxy", "Only this machine reaches the portal.");
    return note(
      "proxy",
      `The portal listens on ${host}, and links in mails lead to localhost.`,
      "Set PUBLIC_URL to the address at which people reach it.",
    );
  }
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === "http:") {
    if (isLoopback(hostname)) return ok("proxy", "Only this machine reaches the portal.");
    return fault(
      "proxy",
      `At ${publicUrl} passwords travel in the clear.`,
      "Put a proxy with a certificate before the portal and let PUBLIC_URL begin with https.",
    );
  }
  if (trustedProxies.length === 0) {
    return fault(
      "proxy",
      "PUBLIC_URL begins with https, so people come through a proxy, but TRUSTED_PROXIES is not set: all of them count as one caller, and one who fails to sign in locks out everybody.",
      "Set TRUSTED_PROXIES to the address of the proxy, such as 127.0.0.1, and let it send X-Forwarded-For.",
    );
  }
  return ok("proxy", `The addresses of callers are taken from ${trustedProxies.join(", ")}.`);
}

export async function checkMail(config: Config & Partial<Pick<Sending, "mailWay">>): Promise<Finding[]> {
  const { smtpUrl, mailFrom, mailWay, externalAllow } = config;
  if (mailWay === "none") {
    return [
      note(
        "mail",
        "The mail server was removed in the settings of the portal: mails wait.",
        "Set one there, under Settings, General, or undo the removal.",
      ),
    ];
  }
  if (smtpUrl === undefined) {
    return [
      note(
        "mail",
        "No mail server is set, in the settings of the portal or by SMTP_URL: mails are written to files, and nobody receives them.",
        "Set one in the settings, or SMTP_URL to the address of one.",
      ),
    ];
  }
  const found: Finding[] = [];
  let transport: ReturnType<typeof createTransport> | undefined;
  try {
    const guard = openOutgoing({ allow: externalAllow });
    const address = mailWay === "guarded" ? await guard.check(webAddressOf(smtpUrl), longestMs) : undefined;
    transport = createTransport(smtpOptions(smtpUrl, address, longestMs));
    await transport.verify();
  } catch (error) {
    found.push(
      fault(
        "mail",
        `The mail server at ${new URL(smtpUrl).host} does not let the portal in (${reasonOf(error)}).`,
        mailWay === "guarded"
          ? "Correct the mail server in the settings of the portal; a private one needs its network in OUTSIDE_ALLOW."
          : "Correct SMTP_URL: host, port, user and password; smtps:// for TLS from the start.",
      ),
    );
  } finally {
    transport?.close();
  }
  if (mailFrom.endsWith(".example"))
    found.push(
      fault(
        "mail",
        `Mails come from ${mailFrom}, which nobody owns, and are refused by most servers.`,
        "Set MAIL_FROM, or SUPPORT_EMAIL, to an address of your own, or the sender in the settings of the portal.",
      ),
    );
  return found.length > 0 ? found : [ok("mail", `The mail server at ${new URL(smtpUrl).host} lets the portal in.`)];
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
  for (const { variable, ...at } of wanted) {
    const error = await listens(at.host, at.port);
    if (error === undefined || (error.code === "EADDRINUSE" && isOurs)) continue;
    const why = error.code === "EADDRINUSE" ? "another program has it" : reasonOf(error);
    found.push(
      fault(
        "ports",
        `Port ${at.port} on ${at.host} cannot be used (${why}).`,
        error.code === "EACCES"
          ? `Choose a ${variable} of 1024 or more, with a proxy before it, or give this user the right to use it.`
          : `End that program, or choose another ${variable} or address.`,
      ),
    );
  }
  if (found.length > 0) return found;
  return [ok("ports", isOurs ? `The portal answers on port ${port}.` : "The ports of the portal are free.")];
}

function datesOf(about: About, certificate: X509Certificate, nowMs: number): Finding[] {
  const [from, until] = [Date.parse(certificate.validFrom), Date.parse(certificate.validTo)];
  const days = Math.floor((until - nowMs) / dayMs);
  if (nowMs < from)
    return [
      fault(
        about,
        `It is valid only from ${certificate.validFrom} on.`,
        "Correct the clock, or use another certificate.",
      ),
    ];
  if (nowMs >= until)
    return [fault(about, `It expired on ${certificate.validTo}.`, "Renew it; the portal takes new files by itself.")];
  if (days >= soonDays) return [];
  return [
    note(about, `It expires in ${days} days.`, "See to it that it is renewed; the portal takes new files by itself."),
  ];
}

const isFor = (certificate: X509Certificate, host: string) =>
  (certificate.checkHost(host) ?? certificate.checkIP(host)) !== undefined;

function partsOf(pem: string): X509Certificate[] {
  const parts = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? [];
  return parts.map((part) => new X509Certificate(part));
}

/** Does each have its issuer behind it, up to one that signed itself or that Node knows? */
function isWhole(certificates: readonly X509Certificate[]): boolean {
  const last = certificates.at(-1);
  const isChain = certificates.every((one, place) => {
    const next = certificates[place + 1];
    return next === undefined || one.checkIssued(next);
  });
  if (!last || !isChain) return false;
  return last.checkIssued(last) || rootCertificates.some((root) => last.checkIssued(new X509Certificate(root)));
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

/** The portal behind each proxy for which `deploy/proxies` has a configuration, as far as it is installed. */
import { accessSync, constants, readFileSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { join } from "node:path";

import { importLimitBytes } from "@offgrid/contract/recordings/import-limits";
import { containerTopic } from "@offgrid/contract/live/live.topics";
import { dataTopic } from "@offgrid/contract/telemetry/telemetry.topics";
import { ticketFileLimits } from "@offgrid/contract/tickets/ticket-files";
import { testAuthority, testCertificate } from "@offgrid/server/testing/test-certificate";
import { connectAsync, type MqttClient } from "mqtt";
import { expect, test } from "vitest";

import { atEnd } from "./ending.ts";
import { register, type Registered, startPortal } from "./portal.ts";
import { freeFixedPort, root, run, runToEnd, temporaryFolder, until } from "./programs.ts";

/** Callers come from another address than the proxy, so that one is not taken for the other. */
const callerAddress = "127.0.0.2";
const metricsToken = "a-token-that-only-the-monitoring-knows";
const own = { ca: testAuthority, localAddress: callerAddress };

interface Place {
  folder: string;
  /** Of https and of plain http. */
  port: number;
  plainPort: number;
  portalPort: number;
}

interface Proxy {
  program: string;
  file: string;
  /** What stands in the file for an operator's own installation, and what the test has instead. */
  ownValues: (place: Place) => Record<string, string>;
  /** Writes what the program needs besides. @returns its parameters. */
  prepare: (file: string, place: Place) => string[];
}

const proxies: Proxy[] = [
  {
    program: "nginx",
    file: "nginx.conf",
    ownValues: ({ port, plainPort, portalPort }) => ({
      "127.0.0.1:8080": `127.0.0.1:${portalPort}`,
      "listen 80;": `listen 127.0.0.1:${plainPort};`,
      "listen 443 ssl": `listen 127.0.0.1:${port} ssl`,
      "portal.example.org;": "localhost;",
      "/etc/ssl/portal/fullchain.pem": testCertificate.certPath,
      "/etc/ssl/portal/privkey.pem": testCertificate.keyPath,
    }),
    prepare: (file, { folder }) => {
      const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
        (name) => `${name}_temp_path ${join(folder, name)};`,
      );
      writeFileSync(
        join(folder, "main.conf"),
        `daemon off; master_process off; pid ${join(folder, "nginx.pid")}; error_log stderr; events {}
        http { access_log off; ${paths.join(" ")} include ${file}; }`,
      );
      return ["-p", folder, "-e", "stderr", "-c", join(folder, "main.conf")];
    },
  },
  {
    program: "haproxy",
    file: "haproxy.cfg",
    ownValues: ({ folder, port, plainPort, portalPort }) => ({
      "127.0.0.1:8080": `127.0.0.1:${portalPort}`,
      "bind :80\n": `bind 127.0.0.1:${plainPort}\n`,
      "bind :443": `bind 127.0.0.1:${port}`,
      "/etc/haproxy/portal.pem": join(folder, "portal.pem"),
    }),
    prepare: (file, { folder }) => {
      const parts = [testCertificate.certPath, testCertificate.keyPath].map((path) => readFileSync(path, "utf8"));
      writeFileSync(join(folder, "portal.pem"), parts.join(""));
      return ["-db", "-f", file];
    },
  },
  {
    program: "caddy",
    file: "Caddyfile",
    ownValues: ({ port, plainPort, portalPort }) => ({
      "127.0.0.1:8080": `127.0.0.1:${portalPort}`,
      "portal.example.org {": `{
        admin off
        http_port ${plainPort}
        https_port ${port}
        default_bind 127.0.0.1
        auto_https disable_certs
        storage file_system ./caddy
      }
      https://localhost {
        tls ${testCertificate.certPath} ${testCertificate.keyPath}`,
    }),
    prepare: (file) => ["run", "--adapter", "caddyfile", "--config", file],
  },
];

/** In the folders for programs of administrators too. */
function pathOf(program: string): string | undefined {
  const folders = [...(process.env["PATH"] ?? "").split(":"), "/usr/sbin", "/usr/local/sbin"];
  return folders
    .map((folder) => join(folder, program))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

interface Answer {
  status: number;
  text: string;
  /** Of an answer in JSON. */
  body: Record<string, unknown> | undefined;
}

function ask(port: number, path: string, input?: object, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const method = input ? "POST" : "GET";
    const sent = request(
      { ...own, host: "localhost", port, path, method, headers: { "Content-Type": "application/json", ...headers } },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on("data", (part: Buffer) => parts.push(part));
        answer.on("end", () => {
          const text = Buffer.concat(parts).toString();
          const isJson = String(answer.headers["content-type"]).includes("json");
          resolve({
            status: answer.statusCode ?? 0,
            text,
            body: isJson ? (JSON.parse(text) as Record<string, unknown>) : undefined,
          });
        });
      },
    );
    sent.on("error", reject);
    sent.end(input && JSON.stringify(input));
  });
}

async function connect(port: number, login: { clientId: string; username: string; password: string }) {
  const client = await connectAsync(`wss://localhost:${port}/mqtt`, {
    ...login,
    protocolVersion: 4,
    reconnectPeriod: 0,
    wsOptions: own,
  });
  atEnd(() => void client.end(true));
  return client;
}

const controllerOf = ({ containerId, secret }: Registered, port: number): Promise<MqttClient> =>
  connect(port, { clientId: containerId, username: containerId, password: secret });

for (const proxy of proxies) {
  const path = pathOf(proxy.program);
  test.skipIf(path === undefined)(
    `behind ${proxy.program} as deploy/proxies has it, people sign in from their own address, see live values and bring large files, and figures go to monitoring with the token alone`,
    { timeout: 120_000 },
    async () => {
      const folder = await temporaryFolder();
      const [port, plainPort, portalPort] = [await freeFixedPort(), await freeFixedPort(), await freeFixedPort()];
      const dataDir = join(folder, "portal");
      await startPortal(dataDir, {
        PORT: String(portalPort),
        PUBLIC_URL: `https://localhost:${port}`,
        TRUSTED_PROXIES: "127.0.0.1",
        METRICS_TOKEN: metricsToken,
      });
      const place = { folder, port, plainPort, portalPort };
      let text = readFileSync(join(root, "deploy/proxies", proxy.file), "utf8");
      for (const [shipped, tested] of Object.entries(proxy.ownValues(place))) {
        expect(text).toContain(shipped);
        text = text.replaceAll(shipped, tested);
      }
      const file = join(folder, proxy.file);
      writeFileSync(file, text);
      const program = run(path ?? "", proxy.prepare(file, place), { cwd: folder, env: { HOME: folder } });
      const answers = () => ask(port, "/live").catch(() => undefined);
      await until(`${proxy.program} answers: ${program.output()}`, async () => (await answers())?.status === 200);

      const added = await runToEnd("administer", ["people", "add", "ada@example.org", "--role", "super_admin"], {
        env: { DATA_DIR: dataDir },
      });
      const password = /^password\s+(\S+)$/m.exec(added.output)?.[1];
      const forged = { "X-Forwarded-For": "203.0.113.9" };
      const signedIn = await ask(port, "/api/login", { email: "ada@example.org", password }, forged);
      expect(signedIn.status, JSON.stringify(signedIn.body)).toBe(200);
      const headers = {
        "X-Auth-Token": String(signedIn.body?.["authToken"]),
        "X-User-Id": String(signedIn.body?.["userId"]),
      };
      const call = (name: string, input: object = {}) => ask(port, `/api/${name}`, input, headers);
      const { body: audit } = await call("auditList", { search: "login" });
      const lines = audit?.["data"] as { action: string; address: string | null }[];
      expect(lines[0]?.address).toBe(callerAddress);

      const registered = await register(dataDir, "Gao");
      const { containerId } = registered;
      const { body: credential } = await call("registerLiveNotification");
      const { username = "", password: livePassword = "" } = credential as Record<string, string>;
      const screen = await connect(port, { clientId: "portal-0000000000000001", username, password: livePassword });
      const received: string[] = [];
      screen.on("message", (_topic, payload) => received.push(payload.toString()));
      await screen.subscribeAsync(containerTopic.name({ containerId }), { qos: 1 });
      await call("registerLive", { containerId });
      const controller = await controllerOf(registered, port);
      const frame = { ts: Date.now(), values: { "battery.soc": 61.5 } };
      await controller.publishAsync(dataTopic.name({ containerId }), JSON.stringify(frame), { qos: 1 });
      await until("the live value comes through", () => received.some((message) => message.includes("61.5")));

      const large = Buffer.alloc(ticketFileLimits.bytes, "Measured on site, all is well.\n").toString("base64");
      const brought = await call("ticketFileUpload", { clientId: "upload-1", name: "log.txt", file: large });
      expect(brought.status, JSON.stringify(brought.body)).toBe(200);
      // The portal itself says what is wrong with the largest file that a call takes.
      const csv = "x".repeat(importLimitBytes - 1024);
      const refused = await call("importData", { containerId, csv });
      expect([refused.status, refused.body !== undefined]).toEqual([400, true]);

      expect((await ask(port, "/metrics")).status).toBe(404);
      const figures = (token: string) => ask(port, "/metrics", undefined, { Authorization: `Bearer ${token}` });
      expect((await figures("another-token-that-the-monitoring-has")).status).toBe(401);
      const read = await figures(metricsToken);
      expect([read.status, read.text]).toEqual([200, expect.stringMatching(/^offgrid_ingest_queue_messages \d+$/m)]);
      const plain = await fetch(`http://localhost:${plainPort}/tickets`, { redirect: "manual" });
      expect(plain.status).toBe(308);
      expect(plain.headers.get("location")).toMatch(/^https:\/\/localhost.*\/tickets$/);
    },
  );
}

/** The chart by which an operator runs the portal on Kubernetes: as far as it can be checked without a cluster. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { z } from "zod";

import { readConfig, secretive, settings } from "./config.ts";

const root = join(import.meta.dirname, "../../../..");
const chart = join(root, "deploy/helm/offgrid-portal");
const textOf = (file: string) => readFileSync(join(chart, file), "utf8");
const known = new Set(Object.values(settings).map(({ name }) => name));
const hasHelm = spawnSync("helm", ["version"]).status === 0;

const named = z.object({ name: z.string().min(1) });
const labels = z.record(z.string(), z.string());
const metadata = named.extend({ labels });
const probe = z.strictObject({
  httpGet: z.strictObject({ path: z.string().startsWith("/"), port: z.literal("http") }),
  periodSeconds: z.int().positive(),
  timeoutSeconds: z.int().positive(),
  failureThreshold: z.int().positive(),
});
const mount = z.strictObject({
  name: z.string(),
  mountPath: z.string().startsWith("/"),
  readOnly: z.boolean().optional(),
});
const container = z.object({
  name: z.string(),
  image: z.string().regex(/^[^:]+:[^:]+$/),
  resources: z.object({ requests: z.object({ memory: z.string() }), limits: z.object({ memory: z.string() }) }),
  volumeMounts: z.array(mount),
  securityContext: z.strictObject({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.strictObject({ drop: z.tuple([z.literal("ALL")]) }),
  }),
});
const pod = z.object({
  automountServiceAccountToken: z.literal(false),
  enableServiceLinks: z.literal(false),
  securityContext: z.object({ runAsNonRoot: z.literal(true), runAsUser: z.literal(10_001) }),
  initContainers: z.array(container).optional(),
  containers: z.tuple([
    container.extend({
      envFrom: z.array(z.union([z.strictObject({ configMapRef: named }), z.strictObject({ secretRef: named })])),
      env: z.tuple([z.strictObject({ name: z.literal("ROLES"), value: z.string() })]),
      ports: z.array(z.strictObject({ name: z.string(), containerPort: z.int() })),
      startupProbe: probe,
      livenessProbe: probe,
      readinessProbe: probe,
    }),
  ]),
  volumes: z.array(named),
});
/** What Kubernetes wants of each kind, as far as the chart has it, and what we want of it ourselves. */
const manifest = z.discriminatedUnion("kind", [
  z.object({ apiVersion: z.literal("v1"), kind: z.literal("ConfigMap"), metadata, data: labels }),
  z.object({ apiVersion: z.literal("v1"), kind: z.literal("Secret"), metadata, stringData: labels }),
  z.object({
    apiVersion: z.literal("v1"),
    kind: z.literal("PersistentVolumeClaim"),
    metadata,
    spec: z.object({
      accessModes: z.array(z.string()).min(1),
      resources: z.object({ requests: z.object({ storage: z.string() }) }),
    }),
  }),
  z.object({
    apiVersion: z.literal("v1"),
    kind: z.literal("Service"),
    metadata,
    spec: z.object({
      selector: labels,
      ports: z.array(z.strictObject({ name: z.string(), port: z.int(), targetPort: z.string() })).min(1),
    }),
  }),
  z.object({
    apiVersion: z.literal("apps/v1"),
    kind: z.literal("Deployment"),
    metadata,
    spec: z.object({
      replicas: z.int().nonnegative(),
      strategy: z.object({ type: z.enum(["Recreate", "RollingUpdate"]) }),
      selector: z.strictObject({ matchLabels: labels }),
      template: z.object({ metadata: z.object({ labels }), spec: pod }),
    }),
  }),
  z.object({
    apiVersion: z.literal("networking.k8s.io/v1"),
    kind: z.literal("Ingress"),
    metadata,
    spec: z.object({
      rules: z.tuple([
        z.object({
          host: z.string(),
          http: z.object({
            paths: z.tuple([
              z.object({
                path: z.literal("/"),
                pathType: z.literal("Prefix"),
                backend: z.object({ service: named.extend({ port: z.strictObject({ name: z.string() }) }) }),
              }),
            ]),
          }),
        }),
      ]),
    }),
  }),
]);
type Manifest = z.output<typeof manifest>;
type Kind = Manifest["kind"];

function helm(...parameters: string[]): { status: number | null; said: string; stdout: string } {
  const { status, stdout, stderr } = spawnSync("helm", parameters, { encoding: "utf8" });
  return { status, stdout, said: stderr + stdout };
}

function rendered(...parameters: string[]) {
  const { status, stdout, said } = helm("template", "demo", chart, ...parameters);
  expect(status, said).toBe(0);
  const all = parseAllDocuments(stdout).map((document) => manifest.parse(document.toJS()));
  return <Of extends Kind>(kind: Of) => all.filter((one): one is Extract<Manifest, { kind: Of }> => one.kind === kind);
}
const example = (name: string) => ["--values", join(chart, "examples", `${name}.yaml`)];

test("the chart is one of this release, and its templates set only settings that exist", () => {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  const { appVersion, apiVersion } = parse(textOf("Chart.yaml")) as Record<string, string>;
  expect([apiVersion, appVersion]).toEqual(["v2", version]);
  const set = [...textOf("templates/settings.yaml").matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, name]) => name ?? "");
  expect(set).toContain("PUBLIC_URL");
  expect(set.filter((name) => !known.has(name))).toEqual([]);
});

test("the values name each setting once: the chart's own by their values, and those with a secret in a Secret alone", () => {
  interface Names {
    propertyNames: { not: { enum: string[] } };
  }
  const { properties } = JSON.parse(textOf("values.schema.json")) as {
    properties: Record<string, unknown> & { settings: Names; secretSettings: Names };
  };
  const values = Object.keys(parse(textOf("values.yaml")) as object);
  expect(values.filter((name) => !(name in properties))).toEqual([]);
  const own = properties.secretSettings.propertyNames.not.enum;
  const refused = properties.settings.propertyNames.not.enum;
  expect(own.filter((name) => !known.has(name))).toEqual([]);
  expect(new Set(refused)).toEqual(new Set([...own, ...secretive]));
});

test.skipIf(!hasHelm).each(["one-process", "split"])(
  "where helm is installed: it takes the chart with the values of %s, and all that belongs together does",
  (name) => {
    const linted = helm("lint", "--strict", chart, ...example(name));
    expect(linted.status, linted.said).toBe(0);
    const of = rendered(...example(name));
    const deployments = of("Deployment");
    const [settingsMap] = of("ConfigMap");
    const [ingress] = of("Ingress");

    const roles = deployments.flatMap(({ spec }) => spec.template.spec.containers[0].env[0].value.split(","));
    expect(roles.toSorted()).toEqual(["api", "ingest", "worker"]);
    const replicas = (all: typeof deployments) => all.map(({ spec }) => spec.replicas);
    expect(Math.min(...replicas(deployments))).toBeGreaterThan(0);
    const stopped = rendered(...example(name), "--set", "stopped=true")("Deployment");
    expect(replicas(stopped)).toEqual(deployments.map(() => 0));
    for (const { spec } of deployments) {
      expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels);
      const { containers, initContainers = [], volumes } = spec.template.spec;
      const [portal] = containers;
      expect(portal.envFrom.map((from) => Object.values(from)[0]?.name)).toEqual([
        settingsMap?.metadata.name,
        "portal",
      ]);
      const config = readConfig({
        ...settingsMap?.data,
        ROLES: portal.env[0].value,
        DATABASE_URL: "postgres://portal:secret@database.example.org/portal",
      });
      expect(portal.ports.find((port) => port.name === "http")?.containerPort).toBe(config.port);
      expect(portal.volumeMounts.map(({ mountPath }) => mountPath)).toContain(config.dataDir);
      for (const path of config.mqttTls ? [config.mqttTls.certPath, config.mqttTls.keyPath] : [])
        expect(portal.volumeMounts.some(({ mountPath }) => path.startsWith(`${mountPath}/`))).toBe(true);
      for (const { name: volume } of [...containers, ...initContainers].flatMap((one) => one.volumeMounts))
        expect(volumes.map((one) => one.name)).toContain(volume);
      // Where one volume is written, and where one process ingests, the old one ends first.
      expect(spec.strategy.type).toBe(portal.env[0].value === "api" ? "RollingUpdate" : "Recreate");
      expect([portal.livenessProbe, portal.readinessProbe].map((one) => one.httpGet.path)).toEqual(["/live", "/ready"]);
    }
    for (const { metadata: service, spec } of of("Service")) {
      const chosen = deployments.filter(({ spec: { template } }) =>
        Object.entries(spec.selector).every(([key, value]) => template.metadata.labels[key] === value),
      );
      expect(chosen, service.name).toHaveLength(1);
      const open = chosen[0]?.spec.template.spec.containers[0].ports.map((port) => port.name);
      for (const { targetPort } of spec.ports) expect(open).toContain(targetPort);
    }
    const backend = ingress?.spec.rules[0].http.paths[0].backend.service;
    const target = of("Service").find((service) => service.metadata.name === backend?.name);
    expect(target?.spec.ports.map((port) => port.name)).toContain(backend?.port.name);
    expect(`https://${ingress?.spec.rules[0].host}`).toBe(settingsMap?.data["PUBLIC_URL"]);
    expect(Object.keys(settingsMap?.data ?? {}).filter((one) => !known.has(one))).toEqual([]);
  },
);

test.skipIf(!hasHelm)("where helm is installed: what a release cannot run with is refused in a sentence", () => {
  const refusals = [
    [["--set", "publicUrl=https://portal.example.org"], /name a Secret with DATABASE_URL/],
    [[...example("one-process"), "--set", "publicUrl="], /Set publicUrl/],
    [[...example("one-process"), "--set", "trustedProxies="], /set trustedProxies/],
    [[...example("one-process"), "--set", "split=true"], /name it in portalKeySecret/],
    [[...example("split"), "--set", "mqtt.tlsSecret="], /MQTT over TLS alone/],
    [[...example("split"), "--set", "api.replica=2"], /replica/],
    [[...example("split"), "--set", "settings.DATA_DIR=elsewhere"], /DATA_DIR/],
    [[...example("split"), "--set", "settings.SMTP_URL=smtps://me:secret@mail.example.org"], /SMTP_URL/],
  ] as const;
  for (const [values, sentence] of refusals) {
    const { status, said } = helm("template", "demo", chart, ...values);
    expect(status, String(values)).not.toBe(0);
    expect(said).toMatch(sentence);
  }
});

test.skipIf(!hasHelm)("where helm is installed: values with secrets become a Secret that the process reads", () => {
  const url = "postgres://portal:secret@database.example.org/portal";
  const publicUrl = "publicUrl=https://portal.example.org";
  const of = rendered("--set", publicUrl, "--set", `secretSettings.DATABASE_URL=${url}`);
  const [secret] = of("Secret");
  expect(secret?.stringData).toEqual({ DATABASE_URL: url });
  const [deployment] = of("Deployment");
  expect(deployment?.spec.template.spec.containers[0].envFrom).toContainEqual({
    secretRef: { name: secret?.metadata.name },
  });
  expect(of("Ingress")).toEqual([]);
});

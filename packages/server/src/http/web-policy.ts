import type { Config } from "../config/config.ts";

/** Headers of every answer (quality.md, section 3). */
export function commonHeaders(config: Config): Record<string, string> {
  return {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    ...(config.publicUrl?.startsWith("https:") && {
      // For the address in PUBLIC_URL alone: its subdomains may be other services, which this one knows nothing of.
      "Strict-Transport-Security": "max-age=31536000",
    }),
  };
}

/**
 * The content security policy of a page.
 * @param nonce Fresh for each answer.
 * @param liveOrigins Where the page's live connection may go, such as wss://portal.example.org.
 * @param mapOrigins Where the map comes from, if not from the portal itself.
 */
export function contentPolicy(
  nonce: string,
  liveOrigins: readonly string[],
  mapOrigins: readonly string[] = [],
): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src ${["'self'", "data:", "blob:", ...mapOrigins].join(" ")}`,
    "font-src 'self'",
    `connect-src ${["'self'", ...liveOrigins, ...mapOrigins].join(" ")}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types portal default",
    "report-uri /csp-report",
  ].join("; ");
}

/** Where browsers fetch the page that they keep for the time without a network. */
export const offlinePath = "/offline-page";

/**
 * The policy of that page: a kept page cannot carry a fresh nonce, and has no script of its own.
 * @param policy That of the page which the portal sends itself.
 */
export function offlinePolicy(policy: string): string {
  return policy
    .replace(/script-src [^;]+/, "script-src 'self'")
    .replace(/style-src [^;]+/, "style-src 'self' 'unsafe-inline'");
}

/** The policy of documents that are files, such as the manual: text, pictures and a style, nothing that runs. */
export const documentPolicy =
  "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Never taken from the Host header: from the configuration, or the address that was opened. */
export function liveOrigins(config: Config, port: number): string[] {
  if (config.publicUrl) return [new URL(config.publicUrl).origin.replace(/^http/, "ws")];
  const hosts = new Set([
    "localhost",
    "127.0.0.1",
    ...(config.host === "0.0.0.0" || config.host === "::" ? [] : [config.host]),
  ]);
  return [...hosts].map((host) => `ws://${host.includes(":") ? `[${host}]` : host}:${port}`);
}

import { type Role, roles } from "@offgrid/contract/core/access";
import { z } from "zod";

import type { Setting } from "./config.setting.ts";

/** The sign-in of an organisation, beside passwords (OpenID Connect). */
export interface ProviderConfig {
  provider: SignInProvider | undefined;
}

export interface SignInProvider {
  issuer: string;
  clientId: string;
  /** Undefined: a public client, which proves itself by PKCE alone. */
  clientSecret: string | undefined;
  /** As people call it, on the button of the sign-in. */
  name: string;
  scope: string;
  /** Claim of the ID token that decides roles, such as `groups`. */
  roleClaim: string;
  /** The first pair whose value the claim has decides, `*` for whatever it has; empty: roles are given in the portal. */
  roles: readonly (readonly [value: string, role: Role])[];
}

const isLoopbackUrl = ({ protocol, hostname }: URL) =>
  protocol === "http:" && (hostname === "localhost" || hostname === "[::1]" || /^127\.[\d.]+$/.test(hostname));
const isRole = (name: string): name is Role => (roles as readonly string[]).includes(name);

function rolePairs(text: string): readonly (readonly [string, Role])[] | undefined {
  const pairs: (readonly [string, Role])[] = [];
  for (const pair of text.split(",")) {
    const at = pair.lastIndexOf("=");
    const [value, role] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    if (at < 1 || value === "" || !isRole(role)) return undefined;
    pairs.push([value, role]);
  }
  return pairs;
}

export const providerSettings = {
  oidcIssuer: {
    name: "OIDC_ISSUER",
    fallback: undefined,
    shown: "unset: passwords and passkeys only",
    meaning:
      "issuer of an OpenID Connect provider by which people of an organisation sign in; docs/operations.md has an example",
    expected: "an address such as https://login.example.org/realms/energy",
    schema: z
      .url({ protocol: /^https?$/ })
      .max(512)
      .refine((text) => {
        const url = new URL(text);
        return (url.protocol === "https:" || isLoopbackUrl(url)) && url.search === "" && url.hash === "";
      })
      .optional(),
  },
  oidcClientId: {
    name: "OIDC_CLIENT_ID",
    fallback: undefined,
    shown: "unset",
    meaning: "what the portal is called there",
    expected: "the client id that the provider gave, set together with OIDC_ISSUER",
    schema: z.string().trim().min(1).max(512).optional(),
  },
  oidcClientSecret: {
    name: "OIDC_CLIENT_SECRET",
    fallback: undefined,
    shown: "unset: a public client",
    meaning: "secret of the portal there",
    expected: "the secret that the provider gave",
    schema: z.string().min(1).max(1_024).optional(),
  },
  oidcName: {
    name: "OIDC_NAME",
    fallback: undefined,
    shown: "host of OIDC_ISSUER",
    meaning: "name of the organisation on the button of the sign-in",
    expected: "a name of at most 64 characters",
    schema: z.string().trim().min(1).max(64).optional(),
  },
  oidcScope: {
    name: "OIDC_SCOPE",
    fallback: "openid email profile",
    shown: "openid email profile",
    meaning: "what the portal asks the provider for",
    expected: "scopes with spaces between them, openid among them",
    schema: z
      .string()
      .max(512)
      .regex(/^[\x21-\x7e]+( [\x21-\x7e]+)*$/)
      .refine((text) => text.split(" ").includes("openid")),
  },
  oidcRoleClaim: {
    name: "OIDC_ROLE_CLAIM",
    fallback: "groups",
    shown: "groups",
    meaning: "claim of the ID token that OIDC_ROLES looks at",
    expected: "the name of a claim, such as groups",
    schema: z.string().trim().min(1).max(128),
  },
  oidcRoles: {
    name: "OIDC_ROLES",
    fallback: undefined,
    shown: "unset: roles are given in the portal",
    meaning:
      "roles by that claim, the first that fits; whoever has none gets no access, and whoever is new gets an account",
    expected: `pairs such as portal-admins=admin, field-team=offgrid_staff, *=customer_staff, with the roles ${roles.join(", ")}`,
    schema: z
      .string()
      .max(4_096)
      .transform(rolePairs)
      .refine((pairs) => pairs !== undefined)
      .optional(),
  },
} satisfies Record<string, Setting>;

export const secretProviderSettings = ["OIDC_CLIENT_SECRET"];

type Read = <Key extends keyof typeof providerSettings>(key: Key) => z.output<(typeof providerSettings)[Key]["schema"]>;

/**
 * @param read The value of a setting, or what stands for it.
 * @param refuse The error about a setting that does not go with the others.
 */
export function providerConfig(read: Read, refuse: (key: keyof typeof providerSettings) => Error): ProviderConfig {
  const [issuer, clientId] = [read("oidcIssuer"), read("oidcClientId")];
  if (issuer === undefined && clientId !== undefined) throw refuse("oidcIssuer");
  if (issuer === undefined) return { provider: undefined };
  if (clientId === undefined) throw refuse("oidcClientId");
  return {
    provider: {
      issuer,
      clientId,
      clientSecret: read("oidcClientSecret"),
      name: read("oidcName") ?? new URL(issuer).host,
      scope: read("oidcScope"),
      roleClaim: read("oidcRoleClaim"),
      roles: read("oidcRoles") ?? [],
    },
  };
}

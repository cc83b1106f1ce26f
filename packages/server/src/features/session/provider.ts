import { Refusal } from "@offgrid/contract/core/refusal";
import type { Role } from "@offgrid/contract/core/access";
import type { Configuration, IDToken } from "openid-client";

import type { SignInProvider } from "../../config/config.provider.ts";

/** Loaded with the first sign-in that needs it. */
const library = () => import("openid-client");

const timeoutS = 10;
/** Addresses and keys of the provider are looked up anew then. */
const keptMs = 3_600_000;

/** What a sign-in begins with; nonce and verifier stay in the portal. */
export interface Begun {
  state: string;
  nonce: string;
  verifier: string;
}

/** Who the provider says that is there. */
export interface ProviderPerson {
  issuer: string;
  subject: string;
  /** Only if the provider has proved that it is theirs; in lower case. */
  email: string | undefined;
  firstName: string;
  lastName: string;
  /** When they proved it to the provider, epoch ms; undefined: it does not say. */
  provedAtMs: number | undefined;
  /** Undefined: the portal decides by itself; null: the claims give none. */
  role: Role | null | undefined;
}

/** Talks to the organisation's provider. */
export class ProviderClient {
  readonly #provider: SignInProvider;
  readonly #now: () => number;
  #found: { configuration: Promise<Configuration>; atMs: number } | undefined;

  constructor(provider: SignInProvider, now: () => number) {
    this.#provider = provider;
    this.#now = now;
  }

  /** @param isAgain The person must sign in there again, although they are. @throws Refusal provider_away */
  async addressFor({ state, nonce, verifier }: Begun, backTo: string, isAgain: boolean): Promise<string> {
    const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await library();
    return buildAuthorizationUrl(await this.#configuration(), {
      redirect_uri: backTo,
      scope: this.#provider.scope,
      response_type: "code",
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
      ...(isAgain && { prompt: "login", max_age: "0" }),
    }).href;
  }

  /**
   * Takes the answer of the provider for who is there. A code works once, and only for what was begun.
   * @param onRefusal Told what was wrong, in the words of the library: nothing of it is secret.
   * @throws Refusal provider_away, provider_refused
   */
  async redeem(
    answer: string,
    { state, nonce, verifier }: Begun,
    backTo: string,
    onRefusal: (why: string) => void,
  ): Promise<ProviderPerson> {
    const { authorizationCodeGrant, fetchUserInfo, AuthorizationResponseError, ClientError, ResponseBodyError } =
      await library();
    const url = new URL(backTo);
    url.search = answer;
    const configuration = await this.#configuration();
    try {
      const tokens = await authorizationCodeGrant(configuration, url, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Refusal("provider_refused");
      // Some providers tell of people only there.
      const more = configuration.serverMetadata().userinfo_endpoint
        ? await fetchUserInfo(configuration, tokens.access_token, claims.sub)
        : {};
      return personIn({ ...more, ...claims }, this.#provider);
    } catch (error) {
      if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) {
        onRefusal(error.error);
        throw new Refusal("provider_refused");
      }
      if (!(error instanceof ClientError)) throw error;
      onRefusal(error.message);
      throw new Refusal(isAway(error) ? "provider_away" : "provider_refused");
    }
  }

  async #configuration(): Promise<Configuration> {
    const nowMs = this.#now();
    if (!this.#found || nowMs - this.#found.atMs > keptMs || nowMs < this.#found.atMs) {
      const found = { configuration: this.#discover(), atMs: nowMs };
      this.#found = found;
      // The next one tries again.
      found.configuration.catch(() => {
        if (this.#found === found) this.#found = undefined;
      });
    }
    return this.#found.configuration.catch(() => {
      throw new Refusal("provider_away");
    });
  }

  async #discover(): Promise<Configuration> {
    const { discovery, ClientSecretBasic, ClientSecretPost, None, allowInsecureRequests } = await library();
    const { issuer, clientId, clientSecret } = this.#provider;
    const execute = issuer.startsWith("http:") ? [allowInsecureRequests] : [];
    const ask = (auth: ReturnType<typeof None>) =>
      discovery(new URL(issuer), clientId, undefined, auth, { execute, timeout: timeoutS });
    if (clientSecret === undefined) return ask(None());
    const configuration = await ask(ClientSecretBasic(clientSecret));
    const ways = configuration.serverMetadata().token_endpoint_auth_methods_supported;
    const isByPost = ways?.includes("client_secret_post") && !ways.includes("client_secret_basic");
    return isByPost ? ask(ClientSecretPost(clientSecret)) : configuration;
  }
}

/** Did the request get no answer that says anything? */
function isAway({ code, cause }: { code?: string; cause?: unknown }): boolean {
  const isCutOff = code === "OAUTH_TIMEOUT" || code === "OAUTH_ABORT" || cause instanceof TypeError;
  return isCutOff || (cause instanceof Response && cause.status >= 500);
}

function personIn(claims: IDToken, provider: SignInProvider): ProviderPerson {
  const text = (name: string) => {
    const value = claims[name];
    return typeof value === "string" ? value.trim() : "";
  };
  const email = text("email").toLowerCase();
  const names = text("name").split(/\s+/);
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email:
      claims["email_verified"] === true && /^[^\s@]+@[^\s@]+$/.test(email) && email.length <= 254 ? email : undefined,
    firstName: (text("given_name") || (names[0] ?? "")).slice(0, 64),
    lastName: (text("family_name") || names.slice(1).join(" ")).slice(0, 64),
    provedAtMs: typeof claims.auth_time === "number" ? claims.auth_time * 1_000 : undefined,
    role: provider.roles.length === 0 ? undefined : roleOf(claims[provider.roleClaim], provider.roles),
  };
}

/** @param claim A value or a list of values. @returns null: none of the pairs fits. */
export function roleOf(claim: unknown, pairs: SignInProvider["roles"]): Role | null {
  const values = (Array.isArray(claim) ? claim : [claim]).filter((value) => typeof value === "string");
  return pairs.find(([value]) => value === "*" || values.includes(value))?.[1] ?? null;
}

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import type { Account, Configuration } from "oidc-provider";

/** An OpenID Connect provider on this machine, with a page on which anybody is whom they say, for tests. */
export interface Organisation {
  issuer: string;
  /** What it says of people from now on, by their login there. */
  claims: Map<string, Record<string, unknown>>;
  /** A browser of its own, in which people sign in there. */
  browser(): OrganisationBrowser;
  stop(): Promise<void>;
}

export interface OrganisationBrowser {
  /**
   * Follows an address of the portal's to the provider, signs in there where it asks, and comes back.
   * @returns the part after the question mark of the address that the browser is led back to.
   */
  visit(url: string, login: string): Promise<string>;
}

export const clientId = "offgrid-portal";
export const clientSecret = "known-to-both";

export async function startOrganisation(): Promise<Organisation> {
  const { Provider } = await import("oidc-provider");
  const claims: Organisation["claims"] = new Map();
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: ["https://portal.example.org/login/provider"],
      },
    ],
    claims: {
      openid: ["sub", "auth_time"],
      email: ["email", "email_verified"],
      profile: ["given_name", "family_name", "name"],
      groups: ["groups"],
    },
    scopes: ["openid", "email", "profile", "groups"],
    findAccount: (_, id): Account => ({
      accountId: id,
      claims: () => Promise.resolve({ sub: id, ...claims.get(id) }),
    }),
    // Nobody is asked whether the portal may know who they are.
    loadExistingGrant: async (context) => {
      const { client, session } = context.oidc;
      const grant = new provider.Grant({ clientId: client?.clientId ?? "", accountId: session?.accountId ?? "" });
      grant.addOIDCScope("openid email profile groups");
      await grant.save();
      return grant;
    },
    cookies: { keys: ["of-a-test"] },
    ttl: { AccessToken: 600, AuthorizationCode: 60, IdToken: 600, Interaction: 600, Session: 3_600, Grant: 3_600 },
  } satisfies Configuration);
  // Portals of tests have any port.
  provider.Client.prototype.redirectUriAllowed = () => true;
  // Its pages would load a font from elsewhere.
  provider.use(async (context, next) => {
    await next();
    if (typeof context.body === "string") context.body = context.body.replaceAll(/@import[^;]*;/g, "");
  });
  const handle = provider.callback();
  return {
    issuer,
    claims,
    browser: () => aBrowser(issuer),
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function aBrowser(issuer: string): OrganisationBrowser {
  const jar = new Map<string, string>();
  const ask = async (url: string, form?: Record<string, string>) => {
    const response = await fetch(url, {
      redirect: "manual",
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; ") },
      ...(form && { method: "POST", body: new URLSearchParams(form) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "") jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  };
  return {
    visit: async (url, login) => {
      let next = url;
      // Start, sign-in, its form, and back: more steps would be a circle.
      for (let step = 0; step < 10; step++) {
        const at = new URL(next, issuer);
        if (at.origin !== issuer) return at.search.slice(1);
        const response = await ask(at.href);
        const location = response.headers.get("location");
        if (location !== null) {
          next = location;
          continue;
        }
        const page = await response.text();
        const action = /action="([^"]+)"/.exec(page)?.[1];
        if (action === undefined) throw new Error(`the provider answered ${response.status}: ${page.slice(0, 500)}`);
        const sent = await ask(new URL(action, issuer).href, { prompt: "login", login, password: "any" });
        next = sent.headers.get("location") ?? "";
      }
      throw new Error("the provider leads nowhere");
    },
  };
}

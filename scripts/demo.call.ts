/** Calls of the demonstration, as people make them. */
import type { Role } from "@offgrid/contract/core/access";
import { demoEmail, demoPassword } from "@offgrid/server/features/users/users.seed";

export type Call = <Answer>(name: string, input?: object) => Promise<Answer>;

/** Makes calls as the person with this role. @throws Error with the portal's answer to a call that it refuses. */
export async function signInAs(role: Role, { url, signal }: { url: string; signal: AbortSignal }): Promise<Call> {
  const callWith =
    (headers: Record<string, string>): Call =>
    async <Answer>(name: string, input: object = {}) => {
      signal.throwIfAborted();
      // One that is under way is let finish: given up while it connects, it would leave the portal a connection on which
      // nothing was asked yet, for whose headers a server that stops waits up to a minute.
      const answer = await fetch(`${url}/api/${name}`, {
        method: "POST",
        headers: { "Content-Type": "application/json", ...headers },
        body: JSON.stringify(input),
      });
      const body: unknown = await answer.json();
      if (!answer.ok) throw new Error(`/${name} was refused: ${JSON.stringify(body)}`);
      return body as Answer;
    };
  const account = { email: demoEmail(role), password: demoPassword };
  const { authToken, userId } = await callWith({})<{ authToken: string; userId: string }>("login", account);
  return callWith({ "X-Auth-Token": authToken, "X-User-Id": userId });
}

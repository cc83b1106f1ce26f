import { type Answer, type Input, call } from "../../../core/api/call.ts";
import { refresh } from "../../../core/api/query-client.ts";
import { useCall } from "../../../core/api/use-call.ts";

export type ApiToken = Answer<"apiTokenList">["data"][number];
export type NewApiToken = Input<"apiTokenCreate">;

export function useApiTokens() {
  return useCall("apiTokenList", {}, { select: ({ data }) => data });
}

/** @returns the token's text, which nobody can ask for again. @throws ApiError tokens_full */
export async function createApiToken(input: NewApiToken): Promise<string> {
  const { token } = await call("apiTokenCreate", input);
  refresh("apiTokenList");
  return token;
}

export async function removeApiToken(id: string): Promise<void> {
  await call("apiTokenRemove", { id });
  refresh("apiTokenList");
}
